import { z } from 'zod'

// Shapes of docs/daraja.md, read leniently: numbers come as strings, fields go missing, lists are single objects.

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

/** Its words for a token that it does not take (docs/daraja.md, Errors). */
export const tokenErrors = ['404.001.03', '401.002.01', '400.003.01']

export const spikeArrest = z.object({ fault: z.object({ faultstring: z.string().catch('') }) })

export const stkAck = z.object({
  MerchantRequestID: z.string().catch(''),
  CheckoutRequestID: z.string().min(1),
  ResponseCode: code,
  ResponseDescription: z.string().catch(''),
})

export const stkCallback = z.object({
  Body: z.object({
    stkCallback: z.object({
      CheckoutRequestID: z.string().catch(''),
      ResultCode: code,
      // Name and value of each are read one by one (payments/read-callback.ts): thousands come in a minute.
      CallbackMetadata: z
        .object({ Item: z.array(z.unknown()).catch([]) })
        .optional()
        .catch(undefined),
    }),
  }),
})

export const stkQueryAnswer = z.object({
  ResponseCode: code,
  CheckoutRequestID: z.string().catch(''),
  ResultCode: code,
  ResultDesc: z.string().catch(''),
})

export const c2bPayment = z.object({
  TransactionType: z.string().catch(''),
  TransID: z.string().min(1),
  TransTime: z.union([z.string(), z.number()]).transform(String),
  TransAmount: z.union([z.string(), z.number()]),
  BusinessShortCode: code.catch(''),
  BillRefNumber: z.union([z.string(), z.number()]).transform(String).catch(''),
  MSISDN: z.union([z.string(), z.number()]).transform(String).catch(''),
})
export type C2bPayment = z.infer<typeof c2bPayment>

export const statementLine = z.object({
  transactionId: z.string().min(1),
  trxDate: z.string(),
  msisdn: z.union([z.string(), z.number()]).transform(String).catch(''),
  transactiontype: z.string().catch(''),
  billreference: z.union([z.string(), z.number()]).transform(String).catch(''),
  amount: z.union([z.string(), z.number()]),
})
export type StatementLine = z.infer<typeof statementLine>

export const statementAnswer = z.object({
  ResponseCode: code,
  Response: z.array(z.array(z.unknown())).catch([]),
})

export const payoutAck = z.object({
  ConversationID: z.string().min(1),
  OriginatorConversationID: z.string().catch(''),
  ResponseCode: code,
})

const parameter = z.object({
  Key: z.string(),
  Value: z.union([z.string(), z.number()]).optional().catch(undefined),
})

/** What B2C and transaction status are told with; a single parameter comes without its list. */
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
