// docs/daraja.md.
import { z } from 'zod'
import {
  callbackUrl,
  identifier,
  msisdn,
  shillings,
  shortcode,
  statementTime,
  text,
  timestamp,
  word,
} from './fields.ts'

/** The sandbox does not enforce the documented 12 and 13 characters. */
const longestText = 1_000

const merchant = {
  BusinessShortCode: shortcode,
  /** base64(shortcode + passkey + timestamp) */
  Password: z.string().min(1),
  Timestamp: timestamp,
}

/** POST /mpesa/stkpush/v1/processrequest */
export const stkPushRequest = z.object({
  ...merchant,
  TransactionType: word(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: shillings(1, 250_000),
  PartyA: msisdn,
  PartyB: shortcode,
  PhoneNumber: msisdn,
  CallBackURL: callbackUrl,
  AccountReference: text(1, longestText),
  TransactionDesc: text(1, longestText),
})
export type StkPushRequest = z.input<typeof stkPushRequest>

/** POST /mpesa/stkpushquery/v1/query */
export const stkQueryRequest = z.object({ ...merchant, CheckoutRequestID: z.string().min(1) })
export type StkQueryRequest = z.input<typeof stkQueryRequest>

/** base64(RSA PKCS#1 v1.5(the initiator's password)) */
const SecurityCredential = z.string()

const b2cRequest = z.object({
  InitiatorName: text(1, 100),
  SecurityCredential,
  CommandID: z.enum(['BusinessPayment', 'SalaryPayment', 'PromotionPayment']),
  Amount: shillings(10, 250_000),
  PartyA: shortcode,
  PartyB: msisdn,
  Remarks: text(2, 100),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
  // Misspelt in version 3.
  Occassion: text(0, 100).nullish(),
  Occasion: text(0, 100).nullish(),
})

/** POST /mpesa/b2c/v1/paymentrequest */
export const b2cRequestV1 = b2cRequest.extend({ OriginatorConversationID: text(1, 50).optional() })

/** POST /mpesa/b2c/v3/paymentrequest */
export const b2cRequestV3 = b2cRequest.extend({ OriginatorConversationID: text(1, 50) })
export type B2cRequest = z.input<typeof b2cRequestV3>

/** POST /mpesa/transactionstatus/v1/query */
export const transactionStatusRequest = z.object({
  Initiator: text(1, 100),
  SecurityCredential,
  CommandID: z.literal('TransactionStatusQuery'),
  TransactionID: text(0, 20).optional(),
  OriginalConversationID: text(0, 60).optional(),
  PartyA: shortcode,
  IdentifierType: identifier('1', '2', '4'),
  ResultURL: callbackUrl,
  QueueTimeOutURL: callbackUrl,
  Remarks: text(1, 100),
  Occasion: text(0, 100).optional(),
})
export type TransactionStatusRequest = z.input<typeof transactionStatusRequest>

/** POST /mpesa/accountbalance/v1/query */
export const accountBalanceRequest = z.object({
  Initiator: text(1, 100),
  SecurityCredential,
  CommandID: z.literal('AccountBalance'),
  PartyA: shortcode,
  IdentifierType: identifier('1', '2', '4'),
  Remarks: text(1, 100),
  QueueTimeOutURL: callbackUrl,
  ResultURL: callbackUrl,
})
export type AccountBalanceRequest = z.input<typeof accountBalanceRequest>

/** POST /mpesa/reversal/v1/request */
export const reversalRequest = z.object({
  Initiator: text(1, 100),
  SecurityCredential,
  CommandID: z.literal('TransactionReversal'),
  TransactionID: text(1, 20),
  Amount: shillings(1, 250_000),
  ReceiverParty: shortcode,
  // Safaricom's spelling.
  RecieverIdentifierType: identifier('4', '11'),
  ResultURL: callbackUrl,
  QueueTimeOutURL: callbackUrl,
  Remarks: text(2, 100),
  Occasion: text(0, 100).optional(),
})
export type ReversalRequest = z.input<typeof reversalRequest>

/** POST /mpesa/c2b/v1/registerurl and v2 */
export const c2bRegisterRequest = z.object({
  ShortCode: shortcode,
  ResponseType: word(['Completed', 'Cancelled']),
  ConfirmationURL: callbackUrl,
  ValidationURL: callbackUrl,
})
export type C2bRegisterRequest = z.input<typeof c2bRegisterRequest>

/** POST /mpesa/c2b/v1/simulate and v2, sandbox only */
export const c2bSimulateRequest = z.object({
  ShortCode: shortcode,
  CommandID: word(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: shillings(1, 250_000),
  Msisdn: msisdn,
  // Tills have none.
  BillRefNumber: z.union([text(0, 20), z.number().int().transform(String)]).nullish(),
})

/** POST /pulltransactions/v1/register */
export const statementRegisterRequest = z.object({
  ShortCode: shortcode,
  RequestType: z.literal('Pull'),
  NominatedNumber: msisdn,
  CallBackURL: callbackUrl,
})
export type StatementRegisterRequest = z.input<typeof statementRegisterRequest>

/** POST /pulltransactions/v1/query */
export const statementRequest = z.object({
  ShortCode: shortcode,
  StartDate: statementTime,
  EndDate: statementTime,
  OffSetValue: z.union([z.number(), z.string()]).transform(Number).pipe(z.number().int().min(0)),
})
export type StatementRequest = z.input<typeof statementRequest>
