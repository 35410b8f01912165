/** Where a holder's trips are: two suburbs and their postcodes. */
export const HOLDERS = {
  Brisbane: ['Toowong 4066', 'Chermside 4032'],
  'Gold Coast': ['Southport 4215', 'Robina 4226'],
  'Sunshine Coast': ['Maroochydore 4558', 'Nambour 4560'],
  Logan: ['Logan Central 4114', 'Browns Plains 4118'],
  Ipswich: ['Booval 4304', 'Springfield Lakes 4300'],
  Townsville: ['Garbutt 4814', 'Aitkenvale 4814'],
  Cairns: ['Edmonton 4869', 'Manunda 4870'],
} as const;

/**
 * Places as people in Queensland type them, the place that is right for a holder there, 'question' where only the person can say, and
 * 'refused' for what is no suburb. Of "A | B" both are right.
 */
const TYPED = `
Brisbane
Milton = Milton 4064
milton qld = Milton 4064
Milton, QLD 4064 = Milton 4064
spring hill = Spring Hill 4000
spring h = Spring Hill 4000
newst = Newstead 4006
west e = West End 4101
west en = West End 4101
SPRING HILL = Spring Hill 4000
hamilton = Hamilton 4007
paddington = Paddington 4064
richmond = Richmond 4740
carlton = question
tweed heads = Tweed Heads, NSW 2485
st lucia = St Lucia 4067
saint lucia = St Lucia 4067
St. Lucia = St Lucia 4067
mt gravatt = Mount Gravatt 4122
Mt. Gravatt East = Mount Gravatt East 4122
mtgravatt = Mount Gravatt 4122
upper mt gravatt = Upper Mount Gravatt 4122
upr mt gravatt = Upper Mount Gravatt 4122
mt cootha = Mount Coot-tha 4066
sth brisbane = South Brisbane 4101
South Bne = South Brisbane 4101
kangaroo pt = Kangaroo Point 4169
kangaroo poin = Kangaroo Point 4169
8 mile plains = Eight Mile Plains 4113
eight mile plns = Eight Mile Plains 4113
carina hts = Carina Heights 4152
sunnybank hls = Sunnybank Hills 4109
sunnybankhills = Sunnybank Hills 4109
sunny bank = Sunnybank 4109
west end = West End 4101
woolongaba = Woolloongabba 4102
wooloongabba = Woolloongabba 4102
the gabba = Woolloongabba 4102
indooroopily = Indooroopilly 4068
indro = Indooroopilly 4068
fortitude vally = Fortitude Valley 4006
the valley = Fortitude Valley 4006
Fortitude Valley 4006 = Fortitude Valley 4006
cbd = Brisbane City 4000
the city = Brisbane City 4000
bne city = Brisbane City 4000
roma st = Brisbane City 4000
roma st station = Brisbane City 4000
howard smith wharves = Brisbane City 4000
queen st mall = Brisbane City 4000
casino = question
dom airport = Brisbane Airport 4008
brisbane domestic = Brisbane Airport 4008
intl terminal = Brisbane Airport 4008
int terminal = Brisbane Airport 4008
airport t2 = Brisbane Airport 4008
ikea logan = Slacks Creek 4127
pa hospital = Woolloongabba 4102
mater hospital = South Brisbane 4101
rbwh = Herston 4006
wesley hospital = Auchenflower 4066
greenslopes hospital = Greenslopes 4120
suncorp stadium = Milton 4064
suncorp = Milton 4064
westfield chermside = Chermside 4032
garden city = Upper Mount Gravatt 4122
westfield carindale = Carindale 4152
entertainment centre = Boondall 4034
griffith uni = Nathan 4111
qut = Brisbane City 4000 | Kelvin Grove 4059
uni of qld = St Lucia 4067
toowong station = Toowong 4066
indooroopilly shops = Indooroopilly 4068
near chermside = Chermside 4032
chermside shopping centre = Chermside 4032
albert st = refused
12 smith st = refused
12 Smith St, Toowong QLD 4066 = Toowong 4066
Unit 4/12 Smith Street Taringa = Taringa 4068
cnr Ann St and Creek St = refused
corner of Moggill Rd and Stamford Rd, Indooroopilly = Indooroopilly 4068
4066 = question
0400 123 456 = refused
N/A = refused
- = refused
Mrs Jones = refused
as directed = refused
gate 2 = refused
Ｔｏｏｗｏｎｇ = Toowong 4066
Toowong 🚖 = Toowong 4066
🚖 = refused
towong = Toowong 4066
ashgrov = Ashgrove 4060
bulimber = Bulimba 4171
annerly = Annerley 4103
yeronga/fairfield = question
Gold Coast
surfers = Surfers Paradise 4217
surfers paradice = Surfers Paradise 4217
broadbeach = Broadbeach 4218
pacific fair = Broadbeach 4218
the star = Broadbeach 4218
burleigh = Burleigh Heads 4220 | Burleigh Waters 4220
burleigh hds = Burleigh Heads 4220
robina town centre = Robina 4226
wet n wild = Oxenford 4210
wet'n'wild = Oxenford 4210
movie world = Oxenford 4210
sea world = Main Beach 4217
dreamworld = Coomera 4209
coolangatta = Coolangatta 4225
gc airport = Bilinga 4225
airport = Bilinga 4225
gold coast uni hospital = Southport 4215
gold coast = question
helensvale stn = Helensvale 4212
mermaid beach = Mermaid Beach 4218
palm bch = Palm Beach 4221
Sunshine Coast
noosa = Noosa Heads 4567
noosa hds = Noosa Heads 4567
mooloolaba = Mooloolaba 4557
mooloolabah = Mooloolaba 4557
sunshine plaza = Maroochydore 4558
australia zoo = Beerwah 4519
sunshine coast = question
airport = Marcoola 4564
bli bli = Bli Bli 4560
coolum = Coolum Beach 4573
caloundra = Caloundra 4551
Logan
logan = question
logan city = question
loganlea = Loganlea 4131
logan hospital = Meadowbrook 4131
hyperdome = Shailer Park 4128 | Loganholme 4129
springwood = Springwood 4127
redlands = question
beenleigh = Beenleigh 4207
Ipswich
ipswich = Ipswich 4305
ipswitch = Ipswich 4305
goodna = Goodna 4300
springfield = Springfield 4300 | Springfield Central 4300 | Springfield Lakes 4300
riverlink = North Ipswich 4305
redbank plains = Redbank Plains 4301
Townsville
west end = West End 4810
the strand = North Ward 4810
airport = Garbutt 4814
cbd = Townsville City 4810
jcu = Douglas 4814
castletown = Hyde Park 4812
hermit pk = Hermit Park 4812
milton = Milton 4064
Cairns
airport = Aeroglen 4870
smithfield = Smithfield 4878
cairns nth = Cairns North 4870
gordonv = Gordonvale 4865
city = Cairns City 4870
12 smith st = refused
pt douglas = Port Douglas 4877
roma = Roma 4455
`;

export type TypedPlace = { holder: keyof typeof HOLDERS; text: string; right: readonly string[] };

/** The table, a row a typed place. */
export function typedPlaces(): TypedPlace[] {
  let holder: TypedPlace['holder'] = 'Brisbane';
  return TYPED.trim()
    .split('\n')
    .flatMap((line) => {
      const [text = '', right] = line.split(' = ');
      if (right !== undefined) return { holder, text, right: right.split(' | ') };
      holder = text as TypedPlace['holder'];
      return [];
    });
}
