/** Returns the lines of an error's stack that name positions in the code, without its message, which may repeat data. */
export function placesOf({ stack = '', message }: Error): readonly string[] {
  // The positions follow the message, which may contain similar lines. Without the message in the stack, no line is trusted.
  const start = stack.indexOf(message);
  return start < 0 ? [] : (stack.slice(start + message.length).match(/^ +at .+$/gm) ?? []);
}
