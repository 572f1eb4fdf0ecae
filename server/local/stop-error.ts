/** A reason to stop that is told as one plain sentence, without a stack. */
export class StopError extends Error {
  override name = 'StopError'
}
