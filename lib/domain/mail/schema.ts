import { type MailLocale, mailLocales } from '#lib/contract/mail/locales.ts'

/** For users without a chosen language (`app_user.locale`). */
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
  readonly addressHint: string
  /** `{address}` is the host of PUBLIC_URL. */
  readonly footer: string
  readonly choices: string
  readonly unsubscribe: string
  readonly testPush: { readonly title: string; readonly text: string }
  readonly labels: Readonly<Record<string, string>>
}
