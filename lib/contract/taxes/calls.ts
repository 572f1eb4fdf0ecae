import { z } from 'zod'
import { defineCall, money, uuid } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

// Tax withheld from prizes and royalties at the close of a month.

/** A year in Nairobi, by the time of the month's close. */
const year = z
  .string()
  .regex(/^20\d\d$/, codedSentence('field.not_year'))
  .transform(Number)

const sums = { gross: money, tax: money, net: money }

export const taxYear = defineCall('GET /admin/taxes/{year}/', {
  group: 'Admin',
  summary: 'Who had tax withheld in a year',
  access: ['super_admin'],
  params: z.object({ year }),
  answer: z.object({
    ...sums,
    results: z.array(z.object({ user_id: z.string(), username: z.string(), ...sums })),
  }),
})
export type TaxYear = z.infer<typeof taxYear.answer>

export const ownTaxYears = defineCall('GET /users/tax-certificates/', {
  group: 'Wallets',
  summary: 'The years in which tax was withheld from the own prizes and royalties, newest first',
  access: ['dancer', 'copyright_owner'],
  answer: z.object({ results: z.array(z.object({ year: z.number().int(), ...sums })) }),
})

export const taxCertificate = defineCall('GET /admin/taxes/{year}/{user_id}/certificate.pdf', {
  group: 'Admin',
  summary: "A person's certificate of the tax withheld in a year, as a PDF",
  access: ['super_admin'],
  params: z.object({ year, user_id: uuid }),
  answer: z.string(),
})
export const ownTaxCertificate = defineCall('GET /users/tax-certificates/{year}/certificate.pdf', {
  group: 'Wallets',
  summary: 'The own certificate of the tax withheld in a year, as a PDF',
  access: ['dancer', 'copyright_owner'],
  params: z.object({ year }),
  answer: z.string(),
})
