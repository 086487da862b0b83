'use strict';
const fc = require('fast-check');

// A property that fails has noticed the mutant. Looking for the smallest counterexample would take longer than all the rest.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
