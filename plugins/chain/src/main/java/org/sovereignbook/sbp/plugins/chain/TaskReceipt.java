package org.sovereignbook.sbp.plugins.chain;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Statement of a node that an agent did a task for it, signed with the node's key and bound to one
 * feedback on one chain: a copy of it under another feedback does not verify.
 *
 * @param node the key of the node that rates
 * @param number the agent's number on the chain
 * @param rater the address that gives the feedback
 * @param task the task's id in that node
 * @param resultHash the SHA-256 of the task's result
 * @param signals the axes of an agent whose composite is the value, with the same decimals
 */
public record TaskReceipt(
    PublicKey node,
    String chainId,
    String registry,
    String number,
    String rater,
    String task,
    String resultHash,
    long value,
    int decimals,
    Timestamp at,
    Optional<JsonObject> signals) {
  /** Limit for the text of a receipt. */
  public static final int MAX_BYTES = 4_096;

  private static final int MAX_DECIMALS = 18;
  private static final String TYPE = "sbp-task-receipt";
  private static final String NODE = "node";
  private static final String SIGNALS = "signals";

  /** Returns the receipt as signed JSON in one line. */
  public String signed(KeyPair keys) {
    JsonObject.Builder unsigned =
        JsonObject.builder()
            .put("type", TYPE)
            .put(NODE, node.toString())
            .put("chain_id", chainId)
            .put("registry", registry)
            .put("agent", number)
            .put("rater", rater)
            .put("task", task)
            .put("result_sha256", resultHash)
            .put("value", value)
            .put("decimals", decimals)
            .put("at", at.toString());
    signals.ifPresent(axes -> unsigned.put(SIGNALS, axes));
    return JsonWriter.compact(Signing.sign(unsigned.build(), keys, NODE));
  }

  /** Reads a receipt whose signature verifies; empty for anything else. */
  public static Optional<TaskReceipt> verified(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_BYTES) {
      return Optional.empty();
    }
    try {
      return read(JsonReader.wireObject(bytes));
    } catch (MalformedJson | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<TaskReceipt> read(JsonObject json) {
    Optional<PublicKey> signer = json.parsed(NODE, PublicKey::parse);
    if (!json.string("type").equals(Optional.of(TYPE))
        || signer.isEmpty()
        || !Signing.verify(json, signer.get())) {
      return Optional.empty();
    }
    return Optional.of(
        new TaskReceipt(
            signer.get(),
            text(json, "chain_id"),
            text(json, "registry"),
            text(json, "agent"),
            text(json, "rater"),
            text(json, "task"),
            text(json, "result_sha256"),
            json.integer("value").orElseThrow(() -> missing("value")),
            decimals(json),
            Timestamp.parse(text(json, "at")),
            json.object(SIGNALS)));
  }

  private static int decimals(JsonObject json) {
    long decimals = json.integer("decimals").orElseThrow(() -> missing("decimals"));
    if (decimals < 0 || decimals > MAX_DECIMALS) {
      throw new IllegalArgumentException("a receipt with " + decimals + " decimals");
    }
    return (int) decimals;
  }

  private static String text(JsonObject json, String name) {
    return json.string(name).orElseThrow(() -> missing(name));
  }

  private static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException("a receipt without " + name);
  }

  /** Returns whether it is the receipt of this feedback. */
  public boolean isFor(
      ChainClient.ChainNetwork network, String agent, ChainClient.Feedback feedback) {
    return chainId.equals(network.chainId())
        && registry.equalsIgnoreCase(network.registry())
        && number.equals(agent)
        && rater.equalsIgnoreCase(feedback.rater())
        && value == feedback.value()
        && decimals == feedback.decimals();
  }
}
