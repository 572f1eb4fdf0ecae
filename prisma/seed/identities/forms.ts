import type { KycForm } from '#lib/contract/kyc/calls.ts'
import { emptyForm } from '#lib/domain/kyc/schema.ts'
import { chanceOf } from '../random.ts'

export interface Holder {
  email: string
  name: string
  stage: string
  town: string
  role: string
}

const streets = ['Uhuru Street', 'Market Road', 'Mission Lane', 'Moi Avenue', 'Stadium Road', 'Station Road']
const societies = [
  ['MCSK', 'PRISK'],
  ['MCSK', 'KAMP'],
] as const

/** Returns an invented form, equal on every machine. ID numbers begin with 00. */
export function formOf({ email, name, stage, town, role }: Holder): KycForm {
  const chance = chanceOf(`identity ${email}`)
  const two = (value: number) => String(value).padStart(2, '0')
  const born = `${chance.whole(1984, 2005)}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`
  const form: KycForm = {
    ...emptyForm,
    full_name: name,
    date_of_birth: born,
    national_id: `00${String(chance.whole(0, 999_999)).padStart(6, '0')}`,
    address_line_1: `House ${chance.whole(1, 240)}, ${chance.pick(streets)}`,
    city: town,
    postal_code: String(chance.whole(100, 909) * 100).padStart(5, '0'),
  }
  if (role !== 'copyright_owner') return form
  const [society, pro] = chance.pick(societies)
  return {
    ...form,
    ipi_number: `00${chance.whole(100_000_000, 999_999_999)}`,
    publisher_name: `${stage} Music`,
    society,
    pro_affiliation: pro,
  }
}
