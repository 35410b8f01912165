import { type DepotFile, lines, NUMBERS } from './depot-file';

const FLEET = { T101: { registration: '123ABC' }, T102: { registration: '456DEF' } };

/** Exports of dispatch systems. */
export const DISPATCH_FILES: DepotFile[] = [
  {
    // addresses, cancelled jobs, fleet numbers and names without a number
    name: (m) => `TaxiCaller export 2026-0${m}.csv`,
    file: (m) =>
      lines(
        'Job ID,Created,Pickup time,Driver,Vehicle,Pick-up address,Drop-off address,Status,Wait time (min),Passenger',
        `88${m}01,02/0${m}/2026 18:40,03/0${m}/2026 09:15,Amy Nguyen,T101,"15 Sherwood Rd, Toowong QLD 4066, Australia","1 Airport Dr, Brisbane Airport QLD 4008",Completed,${m},J. Citizen`,
        `88${m}02,03/0${m}/2026 09:55,03/0${m}/2026 10:05,Ben O'Brien,T102,"200 Mary St, Brisbane City QLD 4000, Australia","Toowong",Completed,0,K. Citizen`,
        `88${m}03,03/0${m}/2026 11:00,03/0${m}/2026 11:20,Amy Nguyen,T101,"3 Park Rd, Milton QLD 4064, Australia","Toowong",Cancelled,0,L. Citizen`,
        `88${m}04,04/0${m}/2026 07:10,04/0${m}/2026 07:30,Amy Nguyen,T101,"3 Park Rd, Milton QLD 4064, Australia","Toowong",No show,12,L. Citizen`,
        `88${m}05,04/0${m}/2026 07:10,04/0${m}/2026 08:30,Ben O'Brien,T102,"8 Kent St, Hamilton QLD 4007, Australia","Toowong",Completed,3,M. Citizen`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC | 88${m}01`,
      `03 10:05 | Ben O'Brien 400002 | Brisbane City 4000 | 0 | 456DEF | 88${m}02`,
      `04 08:30 | Ben O'Brien 400002 | Hamilton 4007 | 3 | 456DEF | 88${m}05`,
    ],
    drivers: NUMBERS,
    vehicles: FLEET,
  },
  {
    // waits in seconds, the system's own words of states
    name: (m) => `icabbi_trips_2026_0${m}.csv`,
    file: (m) =>
      lines(
        'trip_id,created_date,pickup_date,pickup_address,destination,driver_name,driver_licence,vehicle_reg,status,payment_type,wait_time_sec',
        `i-${m}1,2026-0${m}-03 08:50:11,2026-0${m}-03 09:15:00,"15 Sherwood Rd, Toowong QLD 4066","Milton",Amy Nguyen,400001,123ABC,COMPLETED,CASH,240`,
        `i-${m}2,2026-0${m}-03 09:50:40,2026-0${m}-03 10:15:00,"3 Park Rd, Milton QLD 4064","Toowong",Ben O'Brien,400002,456DEF,NOSHOW,ACCOUNT,600`,
        `i-${m}3,2026-0${m}-03 10:50:02,2026-0${m}-03 11:15:00,"3 Park Rd, Milton QLD 4064","Toowong",Ben O'Brien,400002,456DEF,COMPLETED,ACCOUNT,${m * 60}`,
        `i-${m}4,2026-0${m}-04 10:50:30,2026-0${m}-04 11:15:00,"40 Boundary St, West End QLD 4101","Toowong",Amy Nguyen,400001,123ABC,DISPATCH CANCELLED,CASH,0`,
      ),
    right: (m) => [
      '03 09:15 | Amy Nguyen 400001 | Toowong 4066 | 4 | 123ABC',
      `03 11:15 | Ben O'Brien 400002 | Milton 4064 | ${m} | 456DEF`,
    ],
  },
  {
    // three moments a booking, ISO with the zone, call signs of drivers and cars besides
    name: (m) => `Autocab bookings 0${m}-2026.csv`,
    file: (m) =>
      lines(
        'Booking ID,Booked At,Pickup Due,Picked Up At,Driver Callsign,Driver Name,Driver Licence Number,Vehicle Callsign,Vehicle Reg,Pickup Suburb,Pickup Postcode,Destination,Booking Status,Waiting (mins)',
        `A${m}001,2026-0${m}-02T20:00:00+10:00,2026-0${m}-03T09:10:00+10:00,2026-0${m}-03T09:15:00+10:00,12,Amy Nguyen,400001,101,123ABC,Toowong,4066,Milton,Completed,${m}`,
        `A${m}002,2026-0${m}-03T09:00:00+10:00,2026-0${m}-03T10:00:00+10:00,2026-0${m}-03T10:02:00+10:00,14,Ben O'Brien,400002,102,456DEF,Milton,4064,Toowong,Completed,0`,
        `A${m}003,2026-0${m}-03T09:30:00+10:00,2026-0${m}-03T10:30:00+10:00,,14,Ben O'Brien,400002,102,456DEF,Milton,4064,Toowong,No Fare,0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC | A${m}001`,
      `03 10:02 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF | A${m}002`,
    ],
    answers: { words: { status: { 'No Fare': 'not-a-trip' } } },
  },
  {
    // joined words, tabs, kinds of jobs
    name: (m) => `SmartDispatch_JobReport_0${m}.txt`,
    file: (m) =>
      lines(
        'JobNumber\tJobDate\tPickupTime\tDriverNo\tDriverName\tDriverAuthority\tPlate\tSuburb\tPostcode\tJobType\tJobStatus\tWaitSeconds',
        `${m}00101\t03/0${m}/2026\t09:15:22\t77\tNGUYEN Amy\t400001\t123ABC\tTOOWONG\t4066\tPREBOOKED\tCOMPLETE\t${m * 60}`,
        `${m}00102\t03/0${m}/2026\t10:15:07\t78\tO'BRIEN Ben\t400002\t456DEF\tMILTON\t4064\tASAP\tCOMPLETE\t0`,
        `${m}00103\t03/0${m}/2026\t11:40:51\t78\tO'BRIEN Ben\t400002\t456DEF\tMILTON\t4064\tHAIL\tCOMPLETE\t0`,
        `${m}00104\t03/0${m}/2026\t12:40:51\t78\tO'BRIEN Ben\t400002\t456DEF\tMILTON\t4064\tASAP\tCANCEL\t0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC | ${m}00101`,
      `03 10:15 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF | ${m}00102`,
      `03 11:40 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF | ${m}00103 | rank-or-hail`,
    ],
  },
  {
    // semicolons, money, a fleet number by itself
    name: (m) => `Cabcharge jobs ${m}-26.csv`,
    file: (m) =>
      lines(
        'Docket No;Date;Time;Driver;DA No;Taxi No;Pickup suburb;Fare ($);Waiting ($);Waiting time',
        `C-${m}1;3/${m}/26;9:15 am;Amy Nguyen;400001;101;Toowong;25.40;3.60;${m} min`,
        `C-${m}2;3/${m}/26;1:05 pm;Ben O'Brien;400002;102;Milton;18.20;0.00;0 min`,
        `C-${m}3;14/${m}/26;12:10 am;Ben O'Brien;400002;102;West End;31.00;0.90;1 min`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC | C-${m}1`,
      `03 13:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF | C-${m}2`,
      `14 00:10 | Ben O'Brien 400002 | West End 4101 | 1 | 456DEF | C-${m}3`,
    ],
    answers: { dateOrder: 'day-first' },
    vehicles: { 101: { registration: '123ABC' }, 102: { registration: '456DEF' } },
  },
  {
    // the driver's number without a name, start and finish, booked or hail
    name: (m) => `13 dockets ${m}.csv`,
    file: (m) =>
      lines(
        'Docket #,Trip Date,Start Time,Finish Time,Driver Auth No,Cab Rego,Pickup Suburb,Drop Suburb,Booked/Hail,Wait',
        `D${m}01,03/0${m}/2026,0915,0931,400001,123ABC,Toowong,Milton,Booked,${m} min`,
        `D${m}02,03/0${m}/2026,1005,1020,400002,456DEF,Milton,Toowong,Hail,0 min`,
        `D${m}03,03/0${m}/2026,2310,2359,400002,456DEF,West End,Toowong,Rank,0 min`,
      ),
    right: (m) => [
      `03 09:15 | 400001 | Toowong 4066 | ${m} | 123ABC | D${m}01`,
      `03 10:05 | 400002 | Milton 4064 | 0 | 456DEF | D${m}02 | rank-or-hail`,
      `03 23:10 | 400002 | West End 4101 | 0 | 456DEF | D${m}03 | rank-or-hail`,
    ],
  },
  {
    // no waiting time at all, ids of the platform, first name and surname apart
    name: (m) => `2026080${m}-trip_activity-River_City.csv`,
    file: (m) =>
      lines(
        'Trip UUID,Driver UUID,Driver first name,Driver surname,Vehicle UUID,Number plate,Service type,Trip request time,Trip drop-off time,Pick-up address,Drop-off address,Trip distance,Trip status,Product Type',
        `6f1e-${m}1,d-1,Amy,Nguyen,v-1,123ABC,UberX,2026-0${m}-03 09:15,2026-0${m}-03 09:31,"Sherwood Rd, Toowong QLD 4066, AU","Milton QLD 4064, AU",4.1,completed,UberX`,
        `6f1e-${m}2,d-2,Ben,O'Brien,v-2,456DEF,UberX,2026-0${m}-03 10:05,2026-0${m}-03 10:25,"Park Rd, Milton QLD 4064, AU","Toowong QLD 4066, AU",3.0,completed,UberX`,
        `6f1e-${m}3,d-2,Ben,O'Brien,v-2,456DEF,UberX,2026-0${m}-03 11:05,,"Park Rd, Milton QLD 4064, AU","Toowong QLD 4066, AU",0,rider_cancelled,UberX`,
        `6f1e-${m}4,d-2,Ben,O'Brien,v-2,456DEF,UberX,2026-0${m}-03 12:05,,"Park Rd, Milton QLD 4064, AU","Toowong QLD 4066, AU",0,driver_cancelled,UberX`,
      ),
    right: () => [
      '03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ? | 123ABC',
      "03 10:05 | Ben O'Brien 400002 | Milton 4064 | ? | 456DEF",
    ],
    answers: { blankWaits: 'unknown', words: { kind: { UberX: 'booked' } } },
    drivers: NUMBERS,
  },
  {
    // times to the second, seconds in the heading, no names of columns for places but addresses
    name: (m) => `DiDi order list 0${m}.csv`,
    file: (m) =>
      lines(
        'Order ID,Order Time,Start Time,End Time,Driver Name,Plate No,Start Address,End Address,Order Status,Waiting Duration(s)',
        `577${m}1,2026-0${m}-03 09:05:10,2026-0${m}-03 09:15:30,2026-0${m}-03 09:31:00,Amy Nguyen,123ABC,"Sherwood Rd, Toowong QLD 4066","Milton QLD 4064",Completed,${m * 60}`,
        `577${m}2,2026-0${m}-03 10:00:00,2026-0${m}-03 10:05:45,2026-0${m}-03 10:20:00,Ben O'Brien,456DEF,"Park Rd, Milton QLD 4064","Toowong QLD 4066",Completed,0`,
        `577${m}3,2026-0${m}-03 11:00:00,,,Ben O'Brien,456DEF,"Park Rd, Milton QLD 4064","Toowong QLD 4066",Cancelled by passenger,0`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC | 577${m}1`,
      `03 10:05 | Ben O'Brien 400002 | Milton 4064 | 0 | 456DEF | 577${m}2`,
    ],
    answers: { waitingUnit: 'seconds' },
    drivers: NUMBERS,
  },
  {
    // decimals of hours, states of the job written as a trip's
    name: (m) => `fleet-trips-0${m}.csv`,
    file: (m) =>
      lines(
        'Vehicle Name,License Plate,Driver,Started At,Ended At,Starting Location,Ending Location,Wait (hours)',
        `Camry 1,123ABC,Amy Nguyen,2026-0${m}-03T09:15,2026-0${m}-03T09:31,Toowong QLD 4066,Milton QLD 4064,0.25`,
        `Camry 2,456DEF,Ben O'Brien,2026-0${m}-03T10:05,2026-0${m}-03T10:25,Milton QLD 4064,Toowong QLD 4066,0.1`,
        `Camry 2,456DEF,Ben O'Brien,2026-0${m}-04T10:05,2026-0${m}-04T10:25,West End QLD 4101,Toowong QLD 4066,0`,
      ),
    right: () => [
      '03 09:15 | Amy Nguyen 400001 | Toowong 4066 | 15 | 123ABC',
      "03 10:05 | Ben O'Brien 400002 | Milton 4064 | 6 | 456DEF",
      "04 10:05 | Ben O'Brien 400002 | West End 4101 | 0 | 456DEF",
    ],
    drivers: NUMBERS,
  },
  {
    // the booking's own moment and the trip's, the plate's licence
    name: (m) => `Limo bookings 0${m}.csv`,
    file: (m) =>
      lines(
        'Booking Date,Start Date,Start Time,Chauffeur,Driver Authorisation,Rego,Limousine Licence,Pickup From,Post Code,Waiting Time (mins),Comments',
        `28/07/2026,03/0${m}/2026,09:15,Amy Nguyen,400001,123ABC,L-100,Toowong,4066,${m},Sign with name`,
        `29/07/2026,04/0${m}/2026,17:45,Ben O'Brien,400002,456DEF,L-200,Hamilton,4007,15,`,
      ),
    right: (m) => [
      `03 09:15 | Amy Nguyen 400001 | Toowong 4066 | ${m} | 123ABC`,
      "04 17:45 | Ben O'Brien 400002 | Hamilton 4007 | 15 | 456DEF",
    ],
  },
];
