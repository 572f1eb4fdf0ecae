import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type KycForm, kycForm } from '#lib/contract/kyc/calls.ts'
import {
  ageOn,
  kycFieldsOf,
  kycProblems,
  kycStepOf,
  missingFields,
  savableChanges,
  withKycValue,
} from './kyc-form.ts'

const today = new Date('2026-11-21T12:00:00Z')

const form: KycForm = {
  full_name: 'Amina Wanjiru',
  date_of_birth: '2000-02-29',
  national_id: '12345678',
  address_line_1: 'Spine Road 12',
  address_line_2: '',
  city: 'Nairobi',
  state_province: '',
  postal_code: '',
  country: 'Kenya',
  ipi_number: '',
  publisher_name: '',
  society: '',
  pro_affiliation: '',
}

describe('what is required', () => {
  test('a dancer needs six fields, a musician ten', () => {
    const empty = {
      ...form,
      full_name: ' ',
      date_of_birth: '',
      national_id: '',
      address_line_1: '',
      city: '',
    }
    expect(missingFields(empty, 'dancer')).toEqual([
      'full_name',
      'date_of_birth',
      'national_id',
      'address_line_1',
      'city',
    ])
    expect(missingFields(form, 'dancer')).toEqual([])
    expect(missingFields(form, 'copyright_owner')).toEqual([
      'ipi_number',
      'publisher_name',
      'society',
      'pro_affiliation',
    ])
  })
})

describe('age', () => {
  test.each([
    ['2008-11-21', 18],
    ['2008-11-22', 17],
    ['2000-02-29', 26],
    ['2026-11-22', null],
    ['2001-02-29', null],
    ['', null],
    ['21/11/2000', null],
  ])('%s is %s years old', (date, years) => {
    expect(ageOn(date, today)).toBe(years)
  })

  test('the day changes with Nairobi', () => {
    expect(ageOn('2008-11-22', new Date('2026-11-21T20:59:59Z'))).toBe(17)
    expect(ageOn('2008-11-22', new Date('2026-11-21T21:00:00Z'))).toBe(18)
  })

  test('under 18 is said beside the date', () => {
    expect(kycProblems({ ...form, date_of_birth: '2010-01-01' }, 'dancer', today)).toEqual({
      date_of_birth: 'under_age',
    })
  })
})

test('the browser takes exactly the values that the contract takes', () => {
  const text = fc.oneof(fc.string({ maxLength: 250 }), fc.constant('x'.repeat(121)), fc.constant(' '))
  const date = fc.oneof(
    fc.constantFrom('', '2001-02-29', '1999-13-01', '1999-12-31', 'yesterday', '99-1-1', '2000-02-29'),
    fc
      .date({ min: new Date('1930-01-01'), max: new Date('2005-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...kycFieldsOf('copyright_owner')), text, date, (field, typed, day) => {
      const value = field === 'date_of_birth' ? day : typed
      const filled = field === 'country' ? form : withKycValue(form, field, value)
      const problem = kycProblems(filled, 'copyright_owner', today)[field]
      const isTaken = kycForm.shape[field].safeParse(filled[field]).success
      expect(problem === undefined || problem === 'missing').toBe(isTaken)
    }),
  )
})

test('a draft saves what changed and is right, blank or not', () => {
  const typed = {
    ...form,
    full_name: ' Amina W ',
    city: '',
    date_of_birth: '2015-01-01',
    postal_code: 'x'.repeat(21),
  }
  expect(savableChanges(typed, form, 'dancer', today)).toEqual({ full_name: 'Amina W', city: '' })
  expect(savableChanges(form, form, 'dancer', today)).toEqual({})
})

describe('which step is shown', () => {
  const met = { fields: [], documents: [], reasons: [] }
  test.each([
    ['documents', { ...met, fields: ['city'] }, 'personal'],
    ['review', { ...met, documents: ['id_back' as const] }, 'documents'],
    ['review', met, 'review'],
    ['personal', met, 'personal'],
    [null, { ...met, fields: ['city'] }, 'personal'],
    [null, { ...met, documents: ['id_back' as const] }, 'documents'],
    [null, met, 'review'],
    [null, { ...met, reasons: ['id_front'] }, 'documents'],
    [null, { ...met, reasons: ['id_front', 'full_name'] }, 'personal'],
    ['nonsense', met, 'review'],
  ])('asked for %s with %j: %s', (wanted, progress, step) => {
    expect(kycStepOf(wanted, progress)).toBe(step)
  })
})
