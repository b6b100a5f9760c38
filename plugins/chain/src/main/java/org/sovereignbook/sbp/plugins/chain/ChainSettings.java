package org.sovereignbook.sbp.plugins.chain;

import java.util.Map;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.SecretVariables;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;

/** The operator's settings for a chain. Secrets are named by environment variables only. */
final class ChainSettings {
  public static final String MOCK = "mock";

  public static final Setting<String> BACKEND =
      Setting.text(
          "chain.backend",
          MOCK,
          "the chain: mock (a file of this node) or that of a plugin, erc8004");

  public static final Setting<String> RPC_URL =
      variable("chain.rpc_url_env", "RPC_URL", "the variable with the address of the chain's RPC");

  public static final Setting<String> REGISTRY =
      variable(
          "chain.registry_address_env",
          "REGISTRY_ADDRESS",
          "the variable with the address of the Reputation Registry");

  public static final Setting<String> KEY =
      Setting.text(
          "chain.private_key_env",
          "CHAIN_PRIVATE_KEY",
          SecretVariables::isName,
          SecretVariables.FORM,
          "the variable with the key that gives feedback");

  public static final Setting<Long> CHAIN_ID =
      Setting.longInteger(
          "chain.chain_id",
          0,
          0,
          Long.MAX_VALUE,
          "the only chain that is written to; 0: the one of the first transaction");

  public static final Setting<Integer> PER_HOUR =
      Setting.integer("chain.max_per_hour", 10, 0, 10_000, "transactions in an hour");

  public static final Setting<Integer> PER_DAY =
      Setting.integer("chain.max_per_day", 50, 0, 100_000, "transactions in a day");

  public static final Setting<Long> FEE_GWEI =
      Setting.longInteger(
          "chain.max_fee_gwei",
          10_000_000,
          0,
          1_000_000_000_000L,
          "the fee of one transaction at most; a coin has 1,000,000,000 gwei");

  public static final Setting<Long> FROM_BLOCK =
      Setting.longInteger(
          "chain.from_block", 0, 0, Long.MAX_VALUE, "the block from which feedback is read");

  /** The value that a team's ratings write. */
  public enum Rate {
    /** The reviewers' score of the task. */
    VERDICT,
    /** The agent's composite after it, with the axes. */
    COMPOSITE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  public static final Setting<Rate> RATE =
      Setting.oneOf(
          "chain.rate",
          Rate.VERDICT,
          "what a team's rating of a task writes: its verdict, or the agent's composite after it,"
              + " with the five axes in the receipt",
          Rate.values());

  /** The backends of chains. */
  static final ExtensionKind<ChainBackend> BACKENDS =
      new ExtensionKind<>(
          "chain",
          "chain",
          BACKEND.key(),
          ChainBackend.class,
          ChainBackend::name,
          () -> Map.of(MOCK, MockChain::new));

  /** The key of a team. */
  static final Setting<Boolean> RATES_TEAM =
      Setting.flag(
          "chain.enabled", false, "whether each verdict is written to the chain, as a rating");

  public static final Settings ALL =
      Settings.of(
          BACKEND, RPC_URL, REGISTRY, KEY, CHAIN_ID, PER_HOUR, PER_DAY, FEE_GWEI, FROM_BLOCK, RATE);

  private ChainSettings() {}

  private static Setting<String> variable(String key, String byDefault, String meaning) {
    return Setting.text(
        key, byDefault, ChainVariables::isName, "the name of an environment variable", meaning);
  }
}
