import { contract } from '#lib/contract/all.ts'
import { say } from '#lib/core/sentence.ts'
import { submitKyc } from '#lib/domain/kyc/commands.ts'
import { endpoint, methods } from '#lib/web/endpoint/endpoint.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint(contract.kyc.submit, {}, async ({ actor }) => ({
    kyc_status: await submitKyc(actor),
    message: say('kyc_submitted'),
  })),
})
