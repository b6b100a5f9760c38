/**
 * Plugin chain-erc8004: the Identity Registry and the Reputation Registry of ERC-8004, over the
 * JSON-RPC of an Ethereum chain. Keys, encoding and signatures are made here; nothing but signed
 * transactions and questions leaves the process.
 */
@NullMarked
package org.sovereignbook.sbp.plugins.erc8004;

import org.jspecify.annotations.NullMarked;
