/**
 * A request from anywhere on the page to a part that is loaded when first asked for (toasts, the gift flow): what is
 * asked before that part listens waits for it.
 */
export class Signal<Message> {
  #waiting: Message[] = []
  #listener: ((message: Message) => void) | null = null
  #wakers = new Set<() => void>()

  /** Hands a message to the listener, or keeps it until there is one. */
  emit(message: Message): void {
    if (this.#listener) this.#listener(message)
    else this.#waiting.push(message)
    for (const wake of this.#wakers) wake()
  }

  /** Whether something waits: tells the host to load the part. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Calls the listener at every message, without taking the message. */
  onWake = (wake: () => void): (() => void) => {
    this.#wakers.add(wake)
    return () => this.#wakers.delete(wake)
  }

  /** Takes the messages from now on, the waiting ones first. */
  listen(listener: (message: Message) => void): () => void {
    this.#listener = listener
    for (const message of this.#waiting.splice(0)) listener(message)
    return () => {
      if (this.#listener === listener) this.#listener = null
    }
  }
}
