// The USSD gateway as Africa's Talking is one: it posts a form for each input of a session, and shows what comes back.

export type UssdOptions = {
  /** The address that answers sessions, with its secret. */
  url: string
  /** What is dialled, such as *384*12345#. */
  code: string
}

/** A screen, and whether the session goes on. */
export type UssdScreen = { text: string; goesOn: boolean }

/** Gateways give up after ten seconds. */
const PATIENCE_MS = 10_000

export class UssdGateway {
  readonly code: string
  readonly #url: string

  constructor({ url, code }: UssdOptions) {
    this.#url = url
    this.code = code
  }

  /**
   * Sends what was typed so far and returns the next screen; where the answer is none, the sentence that networks show then.
   * @param text all inputs, joined by `*`
   */
  async ask(phone: string, sessionId: string, text: string): Promise<UssdScreen> {
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        body: new URLSearchParams({ sessionId, serviceCode: this.code, phoneNumber: `+${phone}`, text }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const [, kind, words] = /^(CON|END) ([\s\S]*)$/.exec(await answer.text()) ?? []
      if (answer.ok && words !== undefined) return { text: words, goesOn: kind === 'CON' }
    } catch {
      // Nobody is there, or too slow.
    }
    return { text: 'Connection problem or invalid MMI code.', goesOn: false }
  }
}
