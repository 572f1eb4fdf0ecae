import { type ClassValue, clsx } from 'clsx'

/** Joins class names; false, null and undefined are left out. */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
