/** The room that the tables of people of several files share. */

/** What takes room. */
interface Room {
  readonly memory: number;
}

export class SharedRoom {
  /** A table that nobody holds any more needs no closing. */
  private readonly tables = new Set<WeakRef<Room>>();

  constructor(private readonly mostBytes: number) {}

  /** True if another table may grow. */
  get isLeft(): boolean {
    let bytes = 0;
    for (const held of this.tables) {
      const table = held.deref();
      if (table === undefined) this.tables.delete(held);
      bytes += table?.memory ?? 0;
    }
    return bytes < this.mostBytes;
  }

  enter(table: WeakRef<Room>): void {
    this.tables.add(table);
  }

  leave(table: WeakRef<Room>): void {
    this.tables.delete(table);
  }
}
