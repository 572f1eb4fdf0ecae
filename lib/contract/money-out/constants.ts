// Apart from the schemas, so that a screen that needs these loads no validation library.

export const moneyOutKinds = ['withdrawal', 'refund', 'prize', 'royalty'] as const
export type MoneyOutKind = (typeof moneyOutKinds)[number]

/**
 * Where money stands on its way out. `held` lies on its owner's wallet until the next working day or a second approval, `due` goes out next,
 * `sent` is with M-Pesa.
 */
export const moneyOutStates = ['held', 'due', 'sent', 'unknown', 'paid', 'failed', 'cancelled'] as const
export type MoneyOutState = (typeof moneyOutStates)[number]

export const MONEY_OUT_PAGE = 25
