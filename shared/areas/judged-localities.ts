/**
 * A hundred localities drawn by lot, each with the area that a person found right on the map: the one whose main town a taxi would come from.
 * "none" lies between areas or far from all, so that its proposal must be doubtful. It is what proposals are measured by.
 */
export const JUDGED_LOCALITIES = `Glendale 4711: Rockhampton
Packers Camp 4865: Gordonvale Yarrabah
Fletcher Creek 4714: Mt Morgan
Priestdale 4127: Brisbane
Ellen Grove 4078: Brisbane
Ashfield 4670: Bundaberg
Lark Hill 4306: Lowood
Crowley Vale 4342: Gatton
Kin Kin 4571: Sunshine Coast
Hudson 4860: Innisfail
Tin Can Bay 4580: Tin Can Bay
Glen Eden 4680: Gladstone
Mulgildie 4630: Monto
Baroon Pocket 4552: Maleny
Mitchell 4465: Mitchell
Palmtree 4352: Crows Nest
Bulgun 4854: Tully
Widgee Crossing North 4570: Gympie
Glen Kedron 4031: Brisbane
Point Halloran 4165: Brisbane
Indooroopilly 4068: Brisbane
Meringandan West 4352: Toowoomba
Doolbi 4660: Childers
Seventeen Mile Rocks 4073: Brisbane
Highgrove 4352: none
Calamvale 4116: Brisbane
Ascot 4359: Toowoomba
Malmoe 4627: Mundubbera
Orange Creek 4715: Biloela
Barramornie 4416: none
Goldsborough 4865: Gordonvale Yarrabah
Prairie 4816: none
The Gap 4061: Brisbane
The Summit 4377: Stanthorpe
Genaven 4355: Crows Nest
Orallo 4455: Roma
Wellesley Islands 4892: none
Buccan 4207: Brisbane
George Street 4003: Brisbane
Down River 4806: Ayr
Cutella 4352: Crows Nest
Swanbank 4306: Ipswich
Merryburn 4854: Tully
Merryvale 4340: Ipswich
Spring Creek 4343: Gatton
Holland Park 4121: Brisbane
St Mary 4650: Maryborough
Acland 4401: Oakey
Eudlo 4554: Sunshine Coast
Etty Bay 4858: Innisfail
Cape Tribulation 4873: Mossman
Silkstone 4304: Ipswich
Junabee 4370: Warwick
Stokes 4823: none
Takura 4655: Hervey Bay
Howitt 4890: Normanton
Brightly 4741: Mackay
Upper Caboolture 4510: Brisbane
Woowoonga 4621: none
Berrinba 4117: Brisbane
Gatton College 4345: Gatton
Cootharaba 4565: Sunshine Coast
Mount Forbes 4340: Ipswich
Stockyard 4344: Gatton
Marsden Postal Depot 4132: Brisbane
Fraser Island 4581: K'gari
Tummaville 4352: Pittsworth
Turkey Beach 4678: Town of 1770/Agnes Water
Wooloowin 4030: Brisbane
Glenella 4740: Mackay
Pelican Waters 4551: Sunshine Coast
Ormiston 4160: Brisbane
Thornlands 4164: Brisbane
Brookhill 4816: Townsville
Middleton 4735: Winton
Goomburra 4362: Warwick
Tallebudgera 4228: Gold Coast
Westgrove 4454: none
Cooladdi 4479: Charleville
Mutarnee 4816: none
Maxwelton 4816: none
Calavos 4670: Bundaberg
Glenden 4743: none
Cawdor 4352: Toowoomba
Brisbane 4000: Brisbane
Four Ways 4824: Cloncurry
Fairymead 4670: Bundaberg
Mount Archer 4701: Rockhampton
Byee 4605: Murgon
South Gladstone 4680: Gladstone
Castle Hill 4810: Townsville
Blackbutt 4314: Nanango
Calliope 4680: Gladstone
Boonooroo Plains 4650: Maryborough
Boyne Valley 4680: Gladstone
Keppel Sands 4702: Yeppoon
Wyberba 4382: Stanthorpe
Georgina 4825: none
Coleyville 4307: Boonah
Pasha 4721: none`;
