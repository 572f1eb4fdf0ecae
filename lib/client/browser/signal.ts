/**
 * Passes messages from anywhere on the page to a part that is loaded at the first one (toasts, the gift flow). Messages wait
 * until that part listens.
 */
export class Signal<Message> {
  #waiting: Message[] = []
  #listener: ((message: Message) => void) | null = null
  #wakers = new Set<() => void>()

  /** Passes a message to the listener, or stores it until there is one. */
  emit(message: Message): void {
    if (this.#listener) this.#listener(message)
    else this.#waiting.push(message)
    for (const wake of this.#wakers) wake()
  }

  /** Whether a message waits, for which the part has to be loaded. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Calls a function at every message, which it does not get. */
  onWake = (wake: () => void): (() => void) => {
    this.#wakers.add(wake)
    return () => this.#wakers.delete(wake)
  }

  /** Passes all messages to this listener from now on, the waiting ones first. */
  listen(listener: (message: Message) => void): () => void {
    this.#listener = listener
    for (const message of this.#waiting.splice(0)) listener(message)
    return () => {
      if (this.#listener === listener) this.#listener = null
    }
  }
}
