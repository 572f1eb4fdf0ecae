import { expect, test } from 'vitest'
import { dancers } from '#prisma/seed/people/dancers.ts'
import { musicians } from '#prisma/seed/people/musicians.ts'
import { isReservedName } from './reserved-names.ts'

test.each([
  'Ngoma',
  'Ngoma Official',
  'NGOMA  OFFICIAL',
  'Ngoma Official 2026',
  'The Official Ngoma Kenya',
  'Ngoma Support Jane',
  'ngoma_admin',
  'admin',
  'Admin',
  'ADMIN123',
  'A D M I N',
  'a.d.m.i.n',
  '4dm1n',
  '@dmin',
  'Àdmín',
  'аdmin',
  'Аdmin Akinyi',
  'administrator',
  'Super Admin',
  'Moderator',
  'Customer Care',
  'Compliance Officer',
  'Safaricom M-PESA',
  'Safaricom',
  '$afaricom Kenya',
  'M-PESA',
  'M PESA',
  'm.p.e.s.a',
  'M_P3S4',
  'MPESA Kenya',
  'MpesaKing',
  'МPESA',
  'Lipa na M-PESA',
  'Help Desk Kenya',
  'the kenya team help help desk',
  'helpdesk'.repeat(100),
])('%s could be taken for staff or M-Pesa', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each([
  'Akinyi Steps',
  'Ngoma Queen',
  'Ngoma ya Pwani',
  'Kim Pesa',
  'Sam Pesa Beats',
  'Diamond Official',
  'Badminton Boy',
  'Careen Adhiambo',
  'Officer Mutua',
  'Kenya',
  `${'helpdesk'.repeat(30)}x`,
  `helpdesk ${'help desk '.repeat(20)}Akinyi`.replaceAll(' ', ''),
  '254',
  '💃',
  '!!!',
  'Ntoroma',
])('%s is a name like others', (name) => {
  expect(isReservedName(name)).toBe(false)
})

test('nobody of the demo data has such a name', () => {
  const names = [...dancers, ...musicians].flatMap(({ name, stage }) => [name, stage])
  expect(names.filter(isReservedName)).toEqual([])
})
