import { type MailLocale, mailLocales } from '#lib/contract/mail/locales.ts'

/** For people without a choice (`app_user.locale`). */
export const defaultMailLocale: MailLocale = 'en'

export function toMailLocale(value: string): MailLocale {
  return mailLocales.find((one) => one === value) ?? defaultMailLocale
}

export type Sentences = {
  readonly subject: string
  readonly heading: string
  /** Above the button. */
  readonly body: readonly string[]
  readonly button: string
  /** Below the button, in small print. */
  readonly after?: readonly string[]
}

/** Common to all mails in a language. */
export type Frame = {
  /** Before the button's address. */
  readonly addressHint: string
  /** `{address}` is the product's. */
  readonly footer: string
  readonly choices: string
  readonly unsubscribe: string
  /** For a test of push. */
  readonly testPush: { readonly title: string; readonly text: string }
  /** For lines. */
  readonly labels: Readonly<Record<string, string>>
}
