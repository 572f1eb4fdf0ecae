// docs/daraja.md. Lenient: numbers may be strings, fields may be missing, a list of one may be its element.
import { z } from 'zod'

type Sent<Schema extends z.ZodType> = z.input<Schema> & Record<string, unknown>

const code = z.union([z.string(), z.number()]).transform(String)

export const oauthAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(3599),
})

export const darajaError = z.object({
  requestId: z.string().optional(),
  errorCode: z.string(),
  errorMessage: z.string().catch(''),
})
export type SentError = Sent<typeof darajaError>

export const tokenErrors = ['404.001.03', '401.002.01', '400.003.01']

/** The call was not carried out. */
export const busyCodes = ['500.003.02', '500.003.03']

/** From the gateway before Daraja: too many calls, or a timeout. */
export const gatewayFault = z.object({ fault: z.object({ faultstring: z.string().catch('') }) })

export const stkAck = z.object({
  MerchantRequestID: z.string().catch(''),
  CheckoutRequestID: z.string().min(1),
  ResponseCode: code,
  ResponseDescription: z.string().catch(''),
})
export type SentStkAck = Sent<typeof stkAck>

export const stkCallback = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().catch(''),
      ResultCode: code,
      // lib/domain/payments/read-callback.ts reads the items, because that is faster.
      CallbackMetadata: z
        .object({ Item: z.array(z.unknown()).catch([]) })
        .optional()
        .catch(undefined),
    }),
  }),
})
export type SentStkCallback = Sent<typeof stkCallback>

export const stkQueryAnswer = z.object({
  ResponseCode: code,
  CheckoutRequestID: z.string().catch(''),
  ResultCode: code,
  ResultDesc: z.string().catch(''),
})
export type SentStkQueryAnswer = Sent<typeof stkQueryAnswer>

export const c2bPayment = z.object({
  TransactionType: z.string().catch(''),
  TransID: z.string().min(1),
  TransTime: z.union([z.string(), z.number()]).transform(String),
  TransAmount: z.union([z.string(), z.number()]),
  BusinessShortCode: code.catch(''),
  BillRefNumber: z.union([z.string(), z.number()]).transform(String).catch(''),
  MSISDN: z.union([z.string(), z.number()]).transform(String).catch(''),
})
export type SentC2bPayment = Sent<typeof c2bPayment>

/** Both spellings were observed. */
export const statementRegisterAnswer = z.union([
  z.object({ ResponseStatus: code }).transform((answer) => answer.ResponseStatus),
  z.object({ 'Response Status': code }).transform((answer) => answer['Response Status']),
])

export const statementLine = z.object({
  transactionId: z.string().min(1),
  trxDate: z.string(),
  msisdn: z.union([z.string(), z.number()]).transform(String).catch(''),
  transactiontype: z.string().catch(''),
  billreference: z.union([z.string(), z.number()]).transform(String).catch(''),
  amount: z.union([z.string(), z.number()]),
})
export type StatementLine = z.infer<typeof statementLine>
export type SentStatementLine = Sent<typeof statementLine>

export const statementAnswer = z.object({
  ResponseCode: code,
  Response: z.array(z.array(z.unknown())).catch([]),
})

export const payoutAck = z.object({
  ConversationID: z.string().min(1),
  OriginatorConversationID: z.string().catch(''),
  ResponseCode: code,
})
export type SentAck = Sent<typeof payoutAck>

const parameter = z.object({
  Key: z.string(),
  Value: z.union([z.string(), z.number()]).optional().catch(undefined),
})

export const resultBody = z.object({
  Result: z.object({
    ResultCode: code,
    ResultDesc: z.string().catch(''),
    ConversationID: z.string().catch(''),
    TransactionID: z.string().catch(''),
    ResultParameters: z
      .object({
        ResultParameter: z.union([z.array(parameter), parameter.transform((one) => [one])]).catch([]),
      })
      .optional()
      .catch(undefined),
  }),
})
