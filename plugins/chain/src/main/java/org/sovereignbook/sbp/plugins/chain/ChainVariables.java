package org.sovereignbook.sbp.plugins.chain;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;

/**
 * Environment variables of a chain, by name. Values of keys are never stored or printed, and no
 * child process gets them ({@link org.sovereignbook.sbp.node.SecretVariables}).
 */
public record ChainVariables(Map<String, String> environment, Config settings) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");

  public ChainVariables {
    environment = Map.copyOf(environment);
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /** A variable with its value, which is not empty. */
  public record Variable(String name, String value) {}

  /**
   * Returns the address of the chain's RPC.
   *
   * @throws ChainException when it is not set
   */
  public Variable rpcUrl() throws ChainException {
    return required(ChainSettings.RPC_URL);
  }

  /**
   * Returns the address of the Reputation Registry.
   *
   * @throws ChainException when it is not set
   */
  public Variable registry() throws ChainException {
    return required(ChainSettings.REGISTRY);
  }

  /** Returns the block from which feedback is read. */
  public long fromBlock() {
    return settings.get(ChainSettings.FROM_BLOCK);
  }

  private Variable required(Setting<String> setting) throws ChainException {
    String name = settings.get(setting);
    return new Variable(name, required(name));
  }

  /**
   * Returns the value of a variable.
   *
   * @throws ChainException when it is not set
   */
  public String required(String name) throws ChainException {
    return Optional.ofNullable(environment.get(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new ChainException(ChainException.Kind.NOT_SET, name + " is not set"));
  }
}
