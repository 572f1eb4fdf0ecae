import { toGrouped } from './formats.ts'

export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]

/** `{when}` stands for date and time. */
export type Spoken = Record<Language, string>

type Payment = { receipt: string; amountCents: bigint; organization: string; account: string }
const ksh = (cents: bigint): string => `Ksh${toGrouped(cents)}`

/** Returns the message without date and balance, which `thenBalance` adds. */
export function saySent({ receipt, amountCents, organization, account }: Payment): Spoken {
  return {
    en: `${receipt} Confirmed. ${ksh(amountCents)} sent to ${organization} for account ${account}`,
    sw: `${receipt} Imethibitishwa. ${ksh(amountCents)} zimetumwa kwa ${organization} kwa akaunti ${account}`,
  }
}

export function sayReceived({ receipt, amountCents, organization }: Omit<Payment, 'account'>): Spoken {
  return {
    en: `${receipt} Confirmed. You have received ${ksh(amountCents)} from ${organization}`,
    sw: `${receipt} Imethibitishwa. Umepokea ${ksh(amountCents)} kutoka kwa ${organization}`,
  }
}

/** @param payment the reversed payment */
export function sayReversed(receipt: string, payment: Omit<Payment, 'account'>): Spoken {
  const sum = ksh(payment.amountCents)
  return {
    en: `${receipt} Confirmed. Your payment ${payment.receipt} of ${sum} to ${payment.organization} was reversed`,
    sw: `${receipt} Imethibitishwa. Malipo yako ${payment.receipt} ya ${sum} kwa ${payment.organization} yamerejeshwa`,
  }
}

export function thenBalance(said: Spoken, balanceCents: bigint): Spoken {
  return {
    en: `${said.en} on {when}. New M-PESA balance is ${ksh(balanceCents)}.`,
    sw: `${said.sw} tarehe {when}. Salio lako jipya la M-PESA ni ${ksh(balanceCents)}.`,
  }
}

export function sayTooPoor(amountCents: bigint, organization: string, balanceCents: bigint): Spoken {
  return {
    en: `Failed. There is not enough money in your M-PESA account to pay ${ksh(amountCents)} to ${organization}. Your balance is ${ksh(balanceCents)}.`,
    sw: `Imeshindikana. Huna pesa za kutosha kwenye akaunti yako ya M-PESA kulipa ${ksh(amountCents)} kwa ${organization}. Salio lako ni ${ksh(balanceCents)}.`,
  }
}

export const tooPoorForPaybill: Spoken = {
  en: 'Failed. There is not enough money in your M-PESA account.',
  sw: 'Imeshindikana. Huna pesa za kutosha kwenye akaunti yako ya M-PESA.',
}

export const wrongPinForPaybill: Spoken = {
  en: 'Failed. You have entered the wrong PIN.',
  sw: 'Imeshindikana. Umeweka PIN isiyo sahihi.',
}

export function sayWrongPin(organization: string): Spoken {
  return {
    en: `${wrongPinForPaybill.en} Nothing was sent to ${organization}.`,
    sw: `${wrongPinForPaybill.sw} Hakuna pesa zilizotumwa kwa ${organization}.`,
  }
}

export function sayNoBusiness(business: string): Spoken {
  return {
    en: `Failed. Business number ${business} does not exist.`,
    sw: `Imeshindikana. Nambari ya biashara ${business} haipo.`,
  }
}

export function sayNotAccepted(organization: string, account: string): Spoken {
  return {
    en: `Failed. ${organization} did not accept your payment to account ${account}.`,
    sw: `Imeshindikana. ${organization} haikukubali malipo yako kwa akaunti ${account}.`,
  }
}
