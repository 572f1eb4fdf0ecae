import type { County } from '#lib/contract/profiles/counties.ts'

/** Only towns with another name than their county. */
const countyOfTown: Readonly<Record<string, County>> = {
  'Athi River': 'Machakos',
  Dandora: 'Nairobi',
  Eastleigh: 'Nairobi',
  Eldoret: 'Uasin Gishu',
  Githurai: 'Kiambu',
  Iten: 'Elgeyo-Marakwet',
  Kapenguria: 'West Pokot',
  Kapsabet: 'Nandi',
  Kasarani: 'Nairobi',
  Kayole: 'Nairobi',
  Kibera: 'Nairobi',
  Kitale: 'Trans Nzoia',
  Likoni: 'Mombasa',
  Limuru: 'Kiambu',
  Lodwar: 'Turkana',
  Malindi: 'Kilifi',
  Mumias: 'Kakamega',
  'Murang’a': "Murang'a",
  Naivasha: 'Nakuru',
  'Nandi Hills': 'Nandi',
  Nanyuki: 'Laikipia',
  Rongai: 'Kajiado',
  Rongo: 'Migori',
  Ruiru: 'Kiambu',
  Thika: 'Kiambu',
  Umoja: 'Nairobi',
  Voi: 'Taita-Taveta',
  Webuye: 'Bungoma',
}

export function countyOf(town: string): string {
  return countyOfTown[town] ?? town
}
