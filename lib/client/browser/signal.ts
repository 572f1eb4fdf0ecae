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
    this.#wake()
  }

  /** Whether a message waits, for which the part has to be loaded. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** The message that waits first; null where none does. */
  get first(): Message | null {
    return this.#waiting[0] ?? null
  }

  /** Puts another message in the place of those that wait; null takes them back. */
  replace(message: Message | null): void {
    this.#waiting = message === null ? [] : [message]
    this.#wake()
  }

  /** Calls a function whenever a message comes, changes or is passed on. The function does not get it. */
  onWake = (wake: () => void): (() => void) => {
    this.#wakers.add(wake)
    return () => this.#wakers.delete(wake)
  }

  /** Passes all messages to this listener from now on, the waiting ones first. */
  listen(listener: (message: Message) => void): () => void {
    this.#listener = listener
    const waiting = this.#waiting.splice(0)
    for (const message of waiting) listener(message)
    if (waiting.length > 0) this.#wake()
    return () => {
      if (this.#listener === listener) this.#listener = null
    }
  }

  #wake(): void {
    for (const wake of this.#wakers) wake()
  }
}
