// Separate from the schemas, so that screens load no validation library.

export const moneyOutKinds = ['withdrawal', 'refund', 'prize', 'royalty'] as const
export type MoneyOutKind = (typeof moneyOutKinds)[number]

/**
 * `held`: on the wallet until the next working day or a second approval. `due`: sent next. `sent`: at M-Pesa.
 */
export const moneyOutStates = ['held', 'due', 'sent', 'unknown', 'paid', 'failed', 'cancelled'] as const
export type MoneyOutState = (typeof moneyOutStates)[number]

export const MONEY_OUT_PAGE = 25
