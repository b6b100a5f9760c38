package org.sovereignbook.sbp.plugins.erc8004;

import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.chain.ChainBackend;
import org.sovereignbook.sbp.plugins.chain.ChainClient;
import org.sovereignbook.sbp.plugins.chain.ChainException;
import org.sovereignbook.sbp.plugins.chain.ChainVariables;

/** The registries of ERC-8004, {@code chain.backend: erc8004}. */
public final class Erc8004Backend implements ChainBackend {
  @Override
  public String name() {
    return "erc8004";
  }

  @Override
  public String description() {
    return "the ERC-8004 registries of an Ethereum chain";
  }

  @Override
  public ChainClient open(Node node, ChainVariables variables) throws ChainException {
    ChainVariables.Variable registry = variables.registry();
    if (!Hex.isAddress(registry.value())) {
      throw new ChainException(
          ChainException.Kind.NOT_SET,
          registry.name() + " is no address: 0x and 40 hexadecimal digits");
    }
    ChainVariables.Variable url = variables.rpcUrl();
    JsonRpc rpc =
        JsonRpc.open(url.value(), url.name(), HttpConfig.from(variables.settings()).timeout());
    return new Erc8004Client(
        rpc, variables, Hex.address(Hex.bytes(registry.value())), registry.name());
  }
}
