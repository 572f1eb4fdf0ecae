// A USSD gateway like Africa's Talking: posts a form per input, shows the answer.

export type UssdOptions = {
  /** Address to which the gateway posts, with its secret. */
  url: string
  code: string
}

export type UssdScreen = { text: string; goesOn: boolean }

/** Gateways time out after ten seconds. */
const TIMEOUT_MS = 10_000

export class UssdGateway {
  readonly code: string
  readonly #url: string

  constructor({ url, code }: UssdOptions) {
    this.#url = url
    this.code = code
  }

  /**
   * Sends all inputs and returns the next screen; on failure, the networks' usual sentence.
   * @param text all inputs, joined by `*`
   */
  async ask(phone: string, sessionId: string, text: string): Promise<UssdScreen> {
    try {
      const answer = await fetch(this.#url, {
        method: 'POST',
        body: new URLSearchParams({ sessionId, serviceCode: this.code, phoneNumber: `+${phone}`, text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const [, kind, words] = /^(CON|END) ([\s\S]*)$/.exec(await answer.text()) ?? []
      if (answer.ok && words !== undefined) return { text: words, goesOn: kind === 'CON' }
    } catch {
      // The address is unreachable or too slow.
    }
    return { text: 'Connection problem or invalid MMI code.', goesOn: false }
  }
}
