export const moneyOutKinds = ['withdrawal', 'refund', 'prize', 'royalty'] as const
export type MoneyOutKind = (typeof moneyOutKinds)[number]

export type MoneyOutPlace = 'phone' | 'wallet'

/**
 * Where money of a kind goes. Prizes and royalties leave M-Pesa only when withdrawn: a sum over both places
 * would count them twice.
 */
export const placeOfKind: Readonly<Record<MoneyOutKind, MoneyOutPlace>> = {
  withdrawal: 'phone',
  refund: 'phone',
  prize: 'wallet',
  royalty: 'wallet',
}

/**
 * `held`: in the wallet until the next working day or a second approval. `due`: sent next. `sent`: at M-Pesa.
 */
export const moneyOutStates = ['held', 'due', 'sent', 'unknown', 'paid', 'failed', 'cancelled'] as const
export type MoneyOutState = (typeof moneyOutStates)[number]

export const MONEY_OUT_PAGE = 25
