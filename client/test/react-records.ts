/**
 * React's development build records for its developer tools where each element was made and how long each component took. The tests
 * ask for neither, and take a sixth less time without. Its warnings stay, which tests fail by. Imported before the app.
 */
import * as React from 'react';

const MANY = Number.MAX_SAFE_INTEGER;
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals: object = Reflect.get(React, INTERNALS);

// after 10,000 elements in a second React records no more of them, and this says that there were more
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => MANY, set() {} });
// without these React takes the browser for one that has no such tools
Object.assign(console, { createTask: undefined, timeStamp: undefined });
