import { defaultLocale, isLocale } from '#messages/locales.ts'
import { decodeSentence, say } from '#messages/server/catalogue.ts'
import { fields } from '#messages/server/fields.ts'

/** Says a message of the contract's schemas in a language. It carries its sentences: forms load it with their schema. */
export function sayField(locale: string, message: string): string {
  return say(fields, isLocale(locale) ? locale : defaultLocale, decodeSentence(message) ?? []) || message
}
