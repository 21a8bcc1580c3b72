/** Models of a maker, and the first letters of its identification numbers. */
export const MAKERS: readonly {
  readonly name: string;
  readonly code: string;
  readonly models: readonly string[];
}[] = [
  {
    name: 'Volkswagen',
    code: 'WVW',
    models: ['Golf', 'Passat', 'Polo', 'Tiguan', 'Transporter', 'ID.3'],
  },
  { name: 'Toyota', code: 'JTD', models: ['Corolla', 'Yaris', 'RAV4', 'Camry', 'Hilux', 'Prius'] },
  { name: 'Ford', code: 'WF0', models: ['Focus', 'Fiesta', 'Kuga', 'Transit', 'Mondeo', 'Ranger'] },
  { name: 'BMW', code: 'WBA', models: ['118i', '320d', '520d', 'X1', 'X3', 'i4'] },
  {
    name: 'Mercedes-Benz',
    code: 'WDD',
    models: ['A 180', 'C 220', 'E 300', 'GLC', 'Sprinter', 'Vito'],
  },
  { name: 'Audi', code: 'WAU', models: ['A3', 'A4', 'A6', 'Q3', 'Q5', 'e-tron'] },
  { name: 'Opel', code: 'W0L', models: ['Astra', 'Corsa', 'Insignia', 'Mokka', 'Zafira'] },
  { name: 'Renault', code: 'VF1', models: ['Clio', 'Megane', 'Captur', 'Kangoo', 'Zoe'] },
  { name: 'Peugeot', code: 'VF3', models: ['208', '308', '3008', '5008', 'Partner'] },
  { name: 'Skoda', code: 'TMB', models: ['Octavia', 'Fabia', 'Superb', 'Kodiaq', 'Enyaq'] },
  { name: 'Hyundai', code: 'KMH', models: ['i20', 'i30', 'Tucson', 'Kona', 'Ioniq 5'] },
  { name: 'Kia', code: 'KNA', models: ['Ceed', 'Picanto', 'Sportage', 'Niro', 'EV6'] },
  { name: 'Honda', code: 'JHM', models: ['Civic', 'Jazz', 'CR-V', 'Accord'] },
  { name: 'Mazda', code: 'JMZ', models: ['Mazda2', 'Mazda3', 'CX-5', 'MX-5'] },
  { name: 'Nissan', code: 'SJN', models: ['Micra', 'Qashqai', 'Juke', 'Leaf'] },
  { name: 'Fiat', code: 'ZFA', models: ['500', 'Panda', 'Tipo', 'Ducato'] },
  { name: 'Volvo', code: 'YV1', models: ['V40', 'V60', 'XC40', 'XC60'] },
  { name: 'Seat', code: 'VSS', models: ['Ibiza', 'Leon', 'Ateca', 'Arona'] },
  { name: 'Tesla', code: '5YJ', models: ['Model 3', 'Model Y', 'Model S'] },
];

export const CAR_COLORS: readonly string[] = [
  ...['black', 'grey', 'white', 'silver', 'blue', 'dark blue', 'red', 'green', 'brown', 'beige'],
  ...['orange', 'yellow'],
];
