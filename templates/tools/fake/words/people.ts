import { words } from './lists.js';

export const FEMALE = words(`
  Ada, Agnes, Alice, Amelia, Amina, Ana, Andrea, Ann, Anja, Astrid, Beatrice, Bianca, Camille, Carla, Charlotte, Chiara,
  Chloe, Clara, Daniela, Diana, Eleanor, Elena, Elif, Elisa, Emily, Emma, Esther, Eva, Farah, Fatima, Fiona, Frida, Gloria,
  Grace, Greta, Hana, Hannah, Helen, Ines, Ingrid, Irene, Isabel, Ivy, Jana, Jasmine, Joana, Judith, Julia, Karen, Katrin,
  Laura, Leila, Lena, Linda, Louise, Lucia, Lucy, Maja, Margaret, Maria, Marta, Maya, Mei, Mina, Miriam, Nadia, Naomi,
  Natalie, Nina, Nora, Olivia, Paula, Petra, Priya, Rachel, Rosa, Ruth, Sara, Simone, Sofia, Stella, Susan, Tamara, Teresa,
  Ursula, Valerie, Vera, Victoria, Wendy, Xenia, Yasmin, Yuki, Zara, Zoe
`);

export const MALE = words(`
  Aaron, Adam, Ahmed, Alan, Albert, Alex, Amir, Andrew, Anton, Arthur, Ben, Boris, Bruno, Carlos, Charles, Chris, Colin,
  Daniel, David, Dennis, Diego, Dominik, Edward, Emil, Eric, Ethan, Felix, Finn, Francis, Frank, George, Gustav, Hans, Harry,
  Hassan, Henry, Hugo, Ian, Ibrahim, Ivan, Jack, Jakob, James, Jan, Javier, Joel, John, Jonas, Julian, Kai, Karim, Kenji,
  Kevin, Kofi, Lars, Leo, Liam, Louis, Lukas, Marco, Mark, Martin, Mateo, Max, Michael, Milan, Neil, Nico, Noah, Oliver,
  Omar, Oscar, Patrick, Paul, Pedro, Peter, Philip, Quentin, Rafael, Ravi, Richard, Robert, Sam, Simon, Stefan, Stephen,
  Tariq, Theo, Thomas, Tim, Tobias, Tom, Victor, Vincent, Walter, Wei, William, Yusuf
`);

export const FAMILIES = words(`
  Abbott, Adeyemi, Ahmadi, Alvarez, Andersen, Archer, Bailey, Baker, Barnes, Bauer, Becker, Bell, Bennett, Berg, Bergman,
  Bianchi, Blake, Boyer, Brandt, Brennan, Brooks, Bruno, Byrne, Campbell, Carter, Castillo, Chen, Clarke, Cohen, Collins,
  Cooper, Costa, Cruz, Dahl, Davies, Delgado, Diaz, Dixon, Doyle, Dubois, Dvorak, Eriksen, Evans, Farrell, Ferreira,
  Fischer, Fleming, Foster, Fournier, Fraser, Fuchs, Gallagher, Garcia, Gibson, Girard, Gomez, Grant, Greco, Gupta, Haas,
  Hansen, Harper, Hartmann, Hayes, Herrera, Hoffmann, Holm, Hughes, Hunter, Ibrahim, Ito, Ivanova, Jansen, Jensen, Johansson,
  Kaplan, Keller, Kelly, Khan, Kim, Kowalski, Kramer, Kumar, Lambert, Lang, Larsen, Laurent, Lee, Lehmann, Lewis, Lindberg,
  Lopez, Lorenz, Lund, MacLeod, Marchetti, Martin, Mason, Mendes, Meyer, Miller, Molina, Moreau, Moretti, Morgan, Moser,
  Murphy, Nakamura, Navarro, Nguyen, Nielsen, Novak, Okafor, Okoye, Olsen, Ortega, Osman, Palmer, Park, Parker, Patel,
  Pereira, Petrov, Pham, Pohl, Popescu, Porter, Price, Quinn, Ramos, Reed, Reyes, Ricci, Richter, Rivera, Roberts, Romano,
  Rossi, Russell, Sato, Schmidt, Schneider, Schulz, Scott, Sharma, Shaw, Silva, Simon, Singh, Stein, Stewart, Sullivan,
  Suzuki, Tanaka, Taylor, Thomas, Torres, Turner, Urban, Vargas, Vasquez, Vogel, Wagner, Walker, Walsh, Wang, Watson, Weber,
  Webster, White, Wilson, Winter, Wolf, Wood, Wright, Yang, Yilmaz, Young, Zhang, Zimmermann
`);

export const COMPANY_KINDS = words(`
  & Sons, & Partners, Brothers, Consulting, Design, Engineering, Foods, Group, Industries, Logistics, Media, Services,
  Solutions, Supplies, Systems, Technology, Textiles, Trading, Works
`);

/** First words of companies that are not called after their founders. */
export const COMPANY_WORDS = words(`
  Alder, Amber, Anchor, Arrow, Aurora, Beacon, Birch, Blue Harbour, Bright, Cedar, Central, Clear Water, Compass, Copper,
  Coral, Crescent, Crown, Delta, Eastgate, Evergreen, Falcon, First, Foxglove, Golden Oak, Granite, Green Valley, Harbour,
  Highland, Horizon, Ivory, Juniper, Keystone, Lakeside, Lighthouse, Maple, Meridian, Millbrook, Northgate, Oakfield, Orchard,
  Pioneer, Redwood, Riverside, Rowan, Silver Birch, Southport, Sterling, Summit, Swift, Three Rivers, Union, Vantage, Westfield,
  Willow, Windmill
`);

/** By trade or department, and so by no trade in particular. */
export const JOB_TITLES = words(`
  Account Manager, Accountant, Administrator, Area Manager, Buyer, Chief Executive, Controller, Customer Advisor, Designer,
  Engineer, Facilities Manager, Finance Director, Head of Operations, Head of Sales, Human Resources Manager, Lawyer,
  Logistics Planner, Managing Director, Marketing Manager, Office Manager, Product Manager, Project Manager, Purchasing Manager,
  Quality Manager, Receptionist, Sales Representative, Team Leader, Technician, Trainee, Warehouse Manager
`);

export const DEPARTMENTS = words(`
  Sales, Purchasing, Finance, Operations, Marketing, Customer Service, Human Resources, Logistics, Production, Research,
  Quality, Legal, Information Technology, Facilities
`);
