export const mailLocales = ['en', 'sw'] as const
export type MailLocale = (typeof mailLocales)[number]
