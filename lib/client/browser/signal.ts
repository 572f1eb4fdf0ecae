/** Queues messages for a part of the page that loads at the first one. */
export class Signal<Message> {
  #waiting: Message[] = []
  #listener: ((message: Message) => void) | null = null
  #wakers = new Set<() => void>()

  emit(message: Message): void {
    if (this.#listener) this.#listener(message)
    else this.#waiting.push(message)
    this.#wake()
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  get first(): Message | null {
    return this.#waiting[0] ?? null
  }

  /** Replaces the queue; null empties it. */
  replace(message: Message | null): void {
    this.#waiting = message === null ? [] : [message]
    this.#wake()
  }

  /** Replaces the queue without calling the `onWake` listeners. */
  amend(message: Message): void {
    this.#waiting = [message]
  }

  onWake = (wake: () => void): (() => void) => {
    this.#wakers.add(wake)
    return () => this.#wakers.delete(wake)
  }

  /** Passes all messages to this listener, queued ones first. */
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
