/** JBang: the catalog, the bootstrap, ejected steps and the scripts, as a person would use them. */
package org.sovereignbook.sbp.jbang;
