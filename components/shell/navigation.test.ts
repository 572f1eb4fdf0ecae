import { expect, test } from 'vitest'
import { navigationFor, startPathFor } from './navigation.ts'

const words = (userType: 'dancer' | 'musician' | 'officer' | null, backendRole: string = userType ?? '') =>
  navigationFor(userType && { userType, backendRole }).map(({ word }) => word)

test('the header has its links in their order', () => {
  expect(words(null)).toEqual(['home', 'faq', 'login', 'signUp'])
  expect(words('dancer')).toEqual(['home', 'faq', 'upload', 'profile'])
  expect(words('musician')).toEqual(['home', 'faq', 'dashboard', 'profile'])
  expect(words('officer', 'compliance_officer')).toEqual(['home', 'faq', 'profile', 'officer'])
  expect(words('officer', 'super_admin')).toEqual(['home', 'faq', 'profile', 'officer', 'superadmin'])
})

test('a new dancer begins at the upload page, a new musician at the dashboard', () => {
  expect(startPathFor({ userType: 'dancer' })).toBe('/upload')
  expect(startPathFor({ userType: 'musician' })).toBe('/musician-dashboard')
  expect(startPathFor(null)).toBe('/profile')
})
