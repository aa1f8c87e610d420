/**
 * Shares a thread among its tasks. A task asks for a turn before each short step of its work, and keeps the turn for a slice.
 * Then the thread receives its messages, and the turn goes to the waiting task whose project has used least of the thread.
 */

const TASK_SLICE_MS = 25;

/** The main thread has ended the task: its client left, or it used more than any file needs. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** What the main thread and a thread know about a task, in shared memory. */
export class TaskState {
  readonly #flags: Int32Array;
  readonly #numbers: Float64Array;

  constructor(readonly memory = new SharedArrayBuffer(56)) {
    this.#flags = new Int32Array(memory, 0, 2);
    this.#numbers = new Float64Array(memory, 8, 6);
  }

  /** True once the task must end. */
  get isStopped(): boolean {
    return Atomics.load(this.#flags, 0) === 1;
  }

  stop(): void {
    Atomics.store(this.#flags, 0, 1);
  }

  /** True while the task has the turn. */
  get hasTurn(): boolean {
    return Atomics.load(this.#flags, 1) === 1;
  }

  set hasTurn(value: boolean) {
    Atomics.store(this.#flags, 1, value ? 1 : 0);
  }

  /** The milliseconds of its thread that the task has used. */
  get usedMs(): number {
    return this.#numbers[0] ?? 0;
  }

  set usedMs(ms: number) {
    this.#numbers[0] = ms;
  }

  /** The bytes of memory that the task holds. */
  get held(): number {
    return this.#numbers[1] ?? 0;
  }

  set held(bytes: number) {
    this.#numbers[1] = bytes;
  }

  /** The bytes of the file that the task has read, in its current pass. */
  get read(): number {
    return this.#numbers[2] ?? 0;
  }

  set read(bytes: number) {
    this.#numbers[2] = bytes;
  }

  /** The bytes of the answer that the task has written. */
  get written(): number {
    return this.#numbers[3] ?? 0;
  }

  set written(bytes: number) {
    this.#numbers[3] = bytes;
  }

  /** The rows that the task has answered in its current pass, and those of them that count. */
  get rows(): number {
    return this.#numbers[4] ?? 0;
  }

  get good(): number {
    return this.#numbers[5] ?? 0;
  }

  count(rows: number, good: number): void {
    this.#numbers[4] = rows;
    this.#numbers[5] = good;
  }
}

interface ProjectShare {
  tasks: number;
  /** The milliseconds used, counted from the least of the others when the project came. */
  used: number;
}

/** A task's claim to its thread. */
export interface Turn {
  readonly state: TaskState;
  /**
   * Waits for the turn, if the task does not have it or its slice is over. Throws if the task must end. The caller calls it
   * before each step of at most some milliseconds.
   */
  readonly pause: () => Promise<void> | undefined;
}

interface Waiting {
  readonly task: TaskTurn;
  readonly resume: () => void;
}

interface TaskTurn extends Turn {
  readonly project: ProjectShare;
  readonly close: () => void;
}

export class Turns {
  readonly #projects = new Map<string, ProjectShare>();
  readonly #waiting: Waiting[] = [];
  #owner: TaskTurn | null = null;
  #sliceEnd = 0;
  /** What the project of the last turn had used: a project that comes now starts with it. */
  #least = 0;
  #mark = activeMs();
  #isArmed = false;

  open(name: string, state: TaskState): TaskTurn {
    const project = this.#projects.get(name) ?? { tasks: 0, used: this.#least };
    this.#projects.set(name, project);
    project.tasks += 1;
    const task: TaskTurn = {
      project,
      state,
      pause: () => this.#pause(task),
      close: () => {
        this.#charge(task);
        if (this.#owner === task) this.#own(null);
        project.tasks -= 1;
        if (project.tasks === 0) this.#projects.delete(name);
      },
    };
    return task;
  }

  #pause(task: TaskTurn): Promise<void> | undefined {
    this.#charge(task);
    if (task.state.isStopped) throw new Stopped();
    if (this.#owner === task && performance.now() < this.#sliceEnd) return undefined;
    return new Promise<void>((resolve, reject) => {
      const resume = (): void => (task.state.isStopped ? reject(new Stopped()) : resolve());
      this.#waiting.push({ task, resume });
      this.#arm();
    });
  }

  /** Charges a task with all that the thread has done since the last charge. */
  #charge({ project, state }: TaskTurn): void {
    const now = activeMs();
    project.used += now - this.#mark;
    state.usedMs += now - this.#mark;
    this.#mark = now;
  }

  #arm(): void {
    if (this.#isArmed || this.#waiting.length === 0) return;
    this.#isArmed = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isArmed = false;
    const { project } = this.#waiting.reduce((a, b) => (b.task.project.used < a.task.project.used ? b : a)).task;
    const [next] = this.#waiting.splice(
      this.#waiting.findIndex(({ task }) => task.project === project),
      1,
    );
    if (next === undefined) return;
    this.#least = Math.max(this.#least, project.used);
    project.used = Math.max(project.used, this.#least - TASK_SLICE_MS);
    this.#own(next.task);
    this.#sliceEnd = performance.now() + TASK_SLICE_MS;
    this.#mark = activeMs();
    next.resume();
    this.#arm();
  }

  #own(task: TaskTurn | null): void {
    if (this.#owner !== null) this.#owner.state.hasTurn = false;
    this.#owner = task;
    if (task !== null) task.state.hasTurn = true;
  }
}

/** Returns the milliseconds that this thread has worked, without those in which it waited for messages. */
const activeMs = (): number => performance.eventLoopUtilization().active;
