import express from 'express';

/** Reads the form of a page behind a link of a mail. */
export const smallForm = express.urlencoded({ extended: false, limit: '2kb', parameterLimit: 10 });
