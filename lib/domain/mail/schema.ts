import { type MailLocale, mailLocales } from '#lib/contract/mail/locales.ts'

/** For whoever has not said otherwise; each person's language is kept with them (`app_user.locale`). */
export const defaultMailLocale: MailLocale = 'en'

/** Reads the language that is kept with a person. */
export function toMailLocale(value: string): MailLocale {
  return mailLocales.find((one) => one === value) ?? defaultMailLocale
}

/** What a template says in one language; `{name}` stands for a value of the template's. */
export type Sentences = {
  readonly subject: string
  readonly heading: string
  /** Paragraphs above the button. */
  readonly body: readonly string[]
  readonly button: string
  /** Paragraphs below the button, in small print. */
  readonly after?: readonly string[]
}

/** What every mail says in one language. */
export type Frame = {
  /** Before the address that the button leads to. */
  readonly addressHint: string
  /** Why this mail came; `{address}` is the product's. */
  readonly footer: string
  /** The links below a notification: to the page of choices, and to the one that stops such mails. */
  readonly choices: string
  readonly unsubscribe: string
  /** What a device is pushed that somebody tries. */
  readonly testPush: { readonly title: string; readonly text: string }
  /** Names of what a line is about. */
  readonly labels: Readonly<Record<string, string>>
}
