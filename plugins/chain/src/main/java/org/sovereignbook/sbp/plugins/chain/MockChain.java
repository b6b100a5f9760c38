package org.sovereignbook.sbp.plugins.chain;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;

/**
 * Chain of one node in a file of JSON Lines, {@code runtime/chain/chain_mock.jsonl} (AGENT-STACK
 * §10): what would be written to a real one. Needs no variable; an address is the name of its key's
 * variable.
 */
final class MockChain implements ChainBackend {
  private static final String HASH = "0xmock_";
  private static final int HASH_DIGITS = 16;

  @Override
  public String name() {
    return ChainSettings.MOCK;
  }

  @Override
  public String description() {
    return "a file of this node, for trying out";
  }

  @Override
  public ChainClient open(Node node, ChainVariables variables) {
    return new Client(node);
  }

  /** Returns the file. */
  public static Path file(Node node) {
    return node.home().runtime().resolve("chain").resolve("chain_mock.jsonl");
  }

  /** The file, read anew for each call. */
  private record Client(Node node) implements ChainClient {

    @Override
    public ChainNetwork network() {
      return new ChainNetwork(ChainSettings.MOCK, "file", "file", "1");
    }

    @Override
    public String address(String variable) {
      return variable;
    }

    @Override
    public BigInteger balanceWei(String address) {
      return BigInteger.ZERO;
    }

    @Override
    public long nextNonce(String address) throws ChainException {
      return lines().stream()
          .filter(line -> line.string("from").equals(Optional.of(address)))
          .count();
    }

    @Override
    public Prepared prepare(ChainAction action) throws ChainException {
      requirePossible(action);
      return new Prepared(
          action,
          action.signer(),
          "file",
          JsonWriter.compact(line(action)),
          0,
          BigInteger.ZERO,
          BigInteger.ZERO);
    }

    private void requirePossible(ChainAction action) throws ChainException {
      if (action instanceof ChainAction.Rate rate && owner(rate.number()).equals(rate.signer())) {
        throw refused("Self-feedback not allowed");
      }
      if (action instanceof ChainAction.Revoke revoke
          && feedback(revoke.number(), Integer.MAX_VALUE).stream()
              .noneMatch(
                  one ->
                      one.rater().equals(revoke.signer())
                          && one.index() == revoke.index()
                          && !one.revoked())) {
        throw refused("index out of bounds");
      }
    }

    private static ChainException refused(String why) {
      return new ChainException(ChainException.Kind.REFUSED, "the chain refuses it: " + why);
    }

    private JsonObject line(ChainAction action) {
      JsonObject.Builder line =
          JsonObject.builder()
              .put("action", action.word().toString())
              .put("ts", node.now().toString())
              .put("agent_id", action.agent())
              .put("from", action.signer());
      switch (action) {
        case ChainAction.Register register -> line.put("metadata", register.document());
        case ChainAction.SetWallet change ->
            line.put("number", change.number()).put("wallet", change.wallet());
        case ChainAction.Rate rate ->
            line.put("number", rate.number())
                .put("score", rate.value())
                .put("decimals", rate.decimals())
                .put("signals", rate.receipt())
                .put("tag1", rate.tag1())
                .put("tag2", rate.tag2());
        case ChainAction.Revoke revoke ->
            line.put("number", revoke.number()).put("index", revoke.index());
      }
      return line.build();
    }

    @Override
    public Signed sign(Prepared draft, long nonce) {
      String text = draft.data().substring(0, draft.data().length() - 1);
      String hash =
          HASH
              + ContentHash.ofBytes((text + nonce).getBytes(UTF_8)).hex().substring(0, HASH_DIGITS);
      return new Signed(text + ",\"nonce\":" + nonce + ",\"tx_hash\":\"" + hash + "\"}", hash);
    }

    @Override
    public void send(Signed signed) throws ChainException {
      if (position(signed.hash()).isEmpty()) {
        node.disk().write(file(node), (text() + signed.raw() + "\n").getBytes(UTF_8));
      }
    }

    @Override
    public Settlement outcome(String hash, String from, long nonce) throws ChainException {
      Optional<Integer> position = position(hash);
      if (position.isEmpty()) {
        return new Settlement.Unknown();
      }
      return new Settlement.Settled(true, result(lines(), position.get()), BigInteger.ZERO);
    }

    private Optional<Integer> position(String hash) throws ChainException {
      List<JsonObject> lines = lines();
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).string("tx_hash").equals(Optional.of(hash))) {
          return Optional.of(i);
        }
      }
      return Optional.empty();
    }

    /** Returns the number of an agent, or of a feedback among those of its rater. */
    private static Optional<String> result(List<JsonObject> lines, int position) {
      JsonObject line = lines.get(position);
      List<JsonObject> before = lines.subList(0, position + 1);
      if (is(line, ChainAction.Word.REGISTER)) {
        return Optional.of(
            Long.toString(
                before.stream().filter(one -> is(one, ChainAction.Word.REGISTER)).count() - 1));
      }
      return is(line, ChainAction.Word.RATE)
          ? Optional.of(Long.toString(before.stream().filter(one -> isAlike(one, line)).count()))
          : Optional.empty();
    }

    private static boolean isAlike(JsonObject one, JsonObject rating) {
      return is(one, ChainAction.Word.RATE)
          && one.string("from").equals(rating.string("from"))
          && one.string("number").equals(rating.string("number"));
    }

    private static boolean is(JsonObject line, ChainAction.Word word) {
      return line.string("action").equals(Optional.of(word.toString()));
    }

    @Override
    public List<Feedback> feedback(String number, int limit) throws ChainException {
      List<JsonObject> lines = lines();
      List<Feedback> all = new ArrayList<>();
      for (int i = 0; i < lines.size(); i++) {
        JsonObject line = lines.get(i);
        if (is(line, ChainAction.Word.RATE) && line.string("number").equals(Optional.of(number))) {
          all.add(feedback(lines, i));
        }
      }
      return all.subList(Math.max(0, all.size() - limit), all.size());
    }

    private static Feedback feedback(List<JsonObject> lines, int position) {
      JsonObject line = lines.get(position);
      long index = Long.parseLong(result(lines, position).orElse("0"));
      boolean revoked =
          lines.stream()
              .anyMatch(
                  one ->
                      is(one, ChainAction.Word.REVOKE)
                          && one.string("from").equals(line.string("from"))
                          && one.string("number").equals(line.string("number"))
                          && one.integer("index").orElse(0) == index);
      return new Feedback(
          line.string("from").orElse(""),
          index,
          line.integer("score").orElse(0),
          Math.toIntExact(line.integer("decimals").orElse(0)),
          line.string("tag1").orElse(""),
          line.string("tag2").orElse(""),
          revoked,
          line.string("signals"),
          true);
    }

    @Override
    public String owner(String number) throws ChainException {
      List<JsonObject> registrations =
          lines().stream().filter(line -> is(line, ChainAction.Word.REGISTER)).toList();
      return Optional.of(number)
          .filter(text -> text.matches("\\d{1,9}"))
          .map(Integer::parseInt)
          .filter(index -> index < registrations.size())
          .flatMap(index -> registrations.get(index).string("from"))
          .orElseThrow(() -> refused("there is no agent " + number));
    }

    @Override
    public String wallet(String number) throws ChainException {
      String owner = owner(number);
      return lines().stream()
          .filter(line -> is(line, ChainAction.Word.SET_WALLET))
          .filter(line -> line.string("number").equals(Optional.of(number)))
          .flatMap(line -> line.string("wallet").stream())
          .reduce((_, later) -> later)
          .orElse(owner);
    }

    private String text() {
      return node.disk().read(file(node)).map(bytes -> new String(bytes, UTF_8)).orElse("");
    }

    private List<JsonObject> lines() throws ChainException {
      List<JsonObject> lines = new ArrayList<>();
      for (String line : text().lines().toList()) {
        try {
          JsonValue value = JsonReader.file(line.getBytes(UTF_8));
          if (value instanceof JsonObject object) {
            lines.add(object);
          }
        } catch (MalformedJson e) {
          throw new ChainException(
              ChainException.Kind.NO_ANSWER,
              file(node) + ", line " + (lines.size() + 1) + ": " + e.getMessage());
        }
      }
      return lines;
    }

    @Override
    public void close() {}
  }
}
