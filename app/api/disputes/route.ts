import { contract } from '#lib/contract/all.ts'
import { openDispute } from '#lib/domain/disputes/commands.ts'
import { openedDispute } from '#lib/domain/disputes/queries.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import { disputeTries } from '#lib/web/gifts/receipt-tries.ts'

const from = { origin: 'public', by: null } as const

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.disputes.open, { rate: disputeTries }, async ({ body, request, ...more }) => {
    const { phone_number: phone, ...said } = body
    return openedDispute(await openDispute({ ...from, ...said, ...more, phone, locale: languageOf(request) }))
  }),
})
