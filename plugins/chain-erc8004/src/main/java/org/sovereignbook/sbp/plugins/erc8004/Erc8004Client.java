package org.sovereignbook.sbp.plugins.erc8004;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonBoolean;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.chain.ChainAction;
import org.sovereignbook.sbp.plugins.chain.ChainClient;
import org.sovereignbook.sbp.plugins.chain.ChainException;
import org.sovereignbook.sbp.plugins.chain.ChainException.Kind;
import org.sovereignbook.sbp.plugins.chain.ChainVariables;
import org.sovereignbook.sbp.plugins.chain.TaskReceipt;

/** The two registries of one chain. The Reputation Registry names the Identity Registry. */
final class Erc8004Client implements ChainClient {
  /** The most that the registry takes; a larger number would be written out in as many zeros. */
  private static final BigInteger MOST_DECIMALS = BigInteger.valueOf(18);

  private static final String VERSION = "2.";
  private static final JsonString LATEST = new JsonString("latest");
  private static final long DEADLINE_SECONDS = 240;
  private static final int MAX_TAG_CHARACTERS = 64;

  private final JsonRpc rpc;
  private final ChainVariables variables;
  private final String registry;
  private final String registryVariable;
  private Optional<ChainNetwork> known = Optional.empty();

  Erc8004Client(JsonRpc rpc, ChainVariables variables, String registry, String registryVariable) {
    this.rpc = rpc;
    this.variables = variables;
    this.registry = registry;
    this.registryVariable = registryVariable;
  }

  @Override
  public ChainNetwork network() throws ChainException, InterruptedException {
    if (known.isEmpty()) {
      known = Optional.of(asked());
    }
    return known.get();
  }

  private ChainNetwork asked() throws ChainException, InterruptedException {
    BigInteger chainId = number(rpc.text("eth_chainId"));
    requireContract(registry, registryVariable);
    String identity = read(registry, Abi.call("getIdentityRegistry()")).address(0);
    requireContract(identity, "the Identity Registry that it names");
    String version = requireVersion(registry);
    String _ = requireVersion(identity);
    return new ChainNetwork(chainId.toString(), registry, identity, version);
  }

  private void requireContract(String address, String what)
      throws ChainException, InterruptedException {
    if (rpc.text("eth_getCode", new JsonString(address), LATEST).length() <= 2) {
      throw new ChainException(Kind.NOT_SET, what + ": no contract is at " + address);
    }
  }

  private String requireVersion(String contract) throws ChainException, InterruptedException {
    String version = PeerText.plain(read(contract, Abi.call("getVersion()")).text(0));
    if (!version.startsWith(VERSION)) {
      throw new ChainException(
          Kind.REFUSED, contract + " is version " + version + ", and this program knows 2");
    }
    return version;
  }

  private Account account(String variable) throws ChainException {
    String text = variables.required(variable);
    return Account.parse(text)
        .orElseThrow(
            () ->
                new ChainException(
                    Kind.NOT_SET, variable + " has no private key: 64 hexadecimal digits"));
  }

  @Override
  public String address(String variable) throws ChainException {
    return account(variable).address();
  }

  @Override
  public BigInteger balanceWei(String address) throws ChainException, InterruptedException {
    return number(rpc.text("eth_getBalance", new JsonString(address), LATEST));
  }

  @Override
  public long nextNonce(String address) throws ChainException, InterruptedException {
    return transactions(address, "pending");
  }

  private long transactions(String address, String when)
      throws ChainException, InterruptedException {
    String count =
        rpc.text("eth_getTransactionCount", new JsonString(address), new JsonString(when));
    return exact(number(count));
  }

  @Override
  public Prepared prepare(ChainAction action) throws ChainException, InterruptedException {
    ChainNetwork network = network();
    String from = address(action.signer());
    boolean isIdentity =
        action instanceof ChainAction.Register || action instanceof ChainAction.SetWallet;
    String to = isIdentity ? network.identity() : network.registry();
    JsonObject block = latestBlock();
    String data = Hex.of(data(action, network, block));
    long gas = Gas.limit(number(rpc.text("eth_estimateGas", call(from, to, data))));
    BigInteger tip = number(rpc.text("eth_maxPriorityFeePerGas"));
    BigInteger base = member(block, "baseFeePerGas");
    return new Prepared(action, from, to, data, gas, base.add(base).add(tip), tip);
  }

  private byte[] data(ChainAction action, ChainNetwork network, JsonObject block)
      throws ChainException, InterruptedException {
    return switch (action) {
      case ChainAction.Register register -> Registry.register(register.document());
      case ChainAction.Rate rate -> Registry.giveFeedback(rate);
      case ChainAction.Revoke revoke -> Registry.revokeFeedback(revoke);
      case ChainAction.SetWallet change ->
          new Registry.Consent(
                  new BigInteger(network.chainId()),
                  network.identity(),
                  change.number(),
                  owner(change.number()),
                  BigInteger.valueOf(exact(member(block, "timestamp")))
                      .add(BigInteger.valueOf(DEADLINE_SECONDS)))
              .call(account(change.wallet()));
    };
  }

  private JsonObject latestBlock() throws ChainException, InterruptedException {
    return rpc.object("eth_getBlockByNumber", LATEST, new JsonBoolean(false))
        .orElseThrow(() -> new ChainException(Kind.NO_ANSWER, "the chain has no block"));
  }

  private static BigInteger member(JsonObject of, String name) throws ChainException {
    return number(
        of.string(name)
            .orElseThrow(() -> new ChainException(Kind.REFUSED, "the chain states no " + name)));
  }

  @Override
  public Signed sign(Prepared draft, long nonce) throws ChainException {
    ChainNetwork network =
        known.orElseThrow(() -> new IllegalStateException("a draft is made by asking the chain"));
    byte[] raw =
        new FeeTransaction(
                new BigInteger(network.chainId()),
                nonce,
                draft.tipPerGasWei(),
                draft.feePerGasWei(),
                draft.gas(),
                draft.to(),
                draft.data())
            .signed(account(draft.action().signer()));
    return new Signed(Hex.of(raw), Hex.of(Keccak.hash(raw)));
  }

  @Override
  public void send(Signed signed) throws ChainException, InterruptedException {
    try {
      String _ = rpc.text("eth_sendRawTransaction", new JsonString(signed.raw()));
    } catch (ChainException e) {
      boolean isThere =
          e.getMessage().contains("already known") || e.getMessage().contains("nonce");
      if (e.kind() != Kind.REFUSED || !isThere) {
        throw e;
      }
    }
  }

  @Override
  public Settlement outcome(String hash, String from, long nonce)
      throws ChainException, InterruptedException {
    JsonString asked = new JsonString(hash);
    Optional<JsonObject> receipt = rpc.object("eth_getTransactionReceipt", asked);
    if (receipt.isPresent()) {
      return settled(receipt.get());
    }
    if (rpc.object("eth_getTransactionByHash", asked).isPresent()) {
      return new Settlement.Waiting();
    }
    return transactions(from, "latest") > nonce
        ? new Settlement.Replaced()
        : new Settlement.Unknown();
  }

  private static Settlement settled(JsonObject receipt) throws ChainException {
    BigInteger fee = member(receipt, "gasUsed").multiply(member(receipt, "effectiveGasPrice"));
    boolean success = member(receipt, "status").equals(BigInteger.ONE);
    Optional<String> result = Optional.empty();
    for (JsonObject log : objects(receipt.array("logs"))) {
      if (topic(log, 0).equals(Registry.REGISTERED)) {
        result = Optional.of(number(topic(log, 1)).toString());
      } else if (topic(log, 0).equals(Registry.NEW_FEEDBACK)) {
        result = Optional.of(first(log).toString());
      }
    }
    return new Settlement.Settled(success, result, fee);
  }

  private static List<JsonObject> objects(Optional<JsonArray> array) {
    return array.map(JsonArray::values).orElse(List.of()).stream()
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .toList();
  }

  private static String topic(JsonObject log, int position) {
    List<JsonValue> topics = log.array("topics").map(JsonArray::values).orElse(List.of());
    return position < topics.size() && topics.get(position) instanceof JsonString(String text)
        ? text
        : "0x0";
  }

  private static BigInteger first(JsonObject log) throws ChainException {
    try {
      return data(log).unsigned(0);
    } catch (IllegalArgumentException e) {
      throw new ChainException(Kind.NO_ANSWER, "the chain's answer is unreadable");
    }
  }

  private static Abi.Reader data(JsonObject log) throws ChainException {
    return reader(log.string("data").orElse("0x"));
  }

  @Override
  public List<Feedback> feedback(String number, int limit)
      throws ChainException, InterruptedException {
    List<JsonObject> given = logs(Registry.NEW_FEEDBACK, number);
    List<JsonObject> newest = given.subList(Math.max(0, given.size() - limit), given.size());
    return readable(newest, logs(Registry.REVOKED, number));
  }

  /** Reads feedback; an unreadable one, which anybody may give, keeps no other from being read. */
  static List<Feedback> readable(List<JsonObject> given, List<JsonObject> revocations) {
    Set<String> revoked = new HashSet<>();
    for (JsonObject log : revocations) {
      try {
        revoked.add(rater(log) + " " + number(topic(log, 3)));
      } catch (ChainException e) {
        // It revokes nothing.
      }
    }
    List<Feedback> all = new ArrayList<>();
    for (JsonObject log : given) {
      try {
        all.add(feedback(log, revoked));
      } catch (ChainException e) {
        // It says nothing.
      }
    }
    return all;
  }

  private List<JsonObject> logs(String event, String number)
      throws ChainException, InterruptedException {
    long from = variables.fromBlock();
    JsonObject filter =
        JsonObject.builder()
            .put("address", registry)
            .put("fromBlock", Hex.of(BigInteger.valueOf(from)))
            .put("toBlock", "latest")
            .put(
                "topics",
                JsonArray.ofStrings(List.of(event, Hex.of(Abi.word(new BigInteger(number))))))
            .build();
    return rpc.objects("eth_getLogs", filter);
  }

  private static Feedback feedback(JsonObject log, Set<String> revoked) throws ChainException {
    try {
      Abi.Reader data = data(log);
      String rater = rater(log);
      BigInteger index = data.unsigned(0);
      Optional<String> receipt = Registry.document(data.text(6), TaskReceipt.MAX_BYTES);
      return new Feedback(
          rater,
          index.longValueExact(),
          data.signed(1).longValueExact(),
          decimals(data.unsigned(2)),
          tag(data.text(3)),
          tag(data.text(4)),
          revoked.contains(rater + " " + index),
          receipt,
          receipt
              .filter(text -> Arrays.equals(Keccak.hash(text.getBytes(UTF_8)), data.word(7)))
              .isPresent());
    } catch (ArithmeticException | IllegalArgumentException e) {
      throw new ChainException(Kind.NO_ANSWER, "a feedback of the chain is unreadable");
    }
  }

  private static int decimals(BigInteger stated) {
    if (stated.compareTo(MOST_DECIMALS) > 0) {
      throw new ArithmeticException("more decimals than a feedback has");
    }
    return stated.intValueExact();
  }

  private static String tag(String text) {
    String plain = PeerText.plain(text);
    return plain.substring(0, Math.min(MAX_TAG_CHARACTERS, plain.length()));
  }

  private static String rater(JsonObject log) throws ChainException {
    try {
      return reader(topic(log, 2)).address(0);
    } catch (IllegalArgumentException e) {
      throw new ChainException(Kind.NO_ANSWER, "the chain's answer is unreadable");
    }
  }

  @Override
  public String owner(String number) throws ChainException, InterruptedException {
    try {
      return read(network().identity(), Abi.call("ownerOf(uint256)", Registry.agent(number)))
          .address(0);
    } catch (ChainException e) {
      throw e.kind() == Kind.REFUSED
          ? new ChainException(Kind.REFUSED, "there is no agent " + number + " on this chain")
          : e;
    }
  }

  @Override
  public String wallet(String number) throws ChainException, InterruptedException {
    return read(network().identity(), Abi.call("getAgentWallet(uint256)", Registry.agent(number)))
        .address(0);
  }

  private Abi.Reader read(String contract, byte[] call)
      throws ChainException, InterruptedException {
    JsonObject parameters =
        JsonObject.builder().put("to", contract).put("data", Hex.of(call)).build();
    Abi.Reader answer = reader(rpc.text("eth_call", parameters, LATEST));
    if (answer.data().length < Abi.WORD_BYTES) {
      throw new ChainException(Kind.REFUSED, contract + " is no registry of ERC-8004");
    }
    return answer;
  }

  private static JsonObject call(String from, String to, String data) {
    return JsonObject.builder().put("from", from).put("to", to).put("data", data).build();
  }

  private static Abi.Reader reader(String hex) throws ChainException {
    try {
      return new Abi.Reader(Hex.bytes(hex));
    } catch (IllegalArgumentException e) {
      throw new ChainException(Kind.NO_ANSWER, "the chain's answer is unreadable");
    }
  }

  private static BigInteger number(String hex) throws ChainException {
    try {
      return Hex.number(hex);
    } catch (IllegalArgumentException e) {
      throw new ChainException(Kind.NO_ANSWER, "the chain's answer is unreadable");
    }
  }

  private static long exact(BigInteger number) throws ChainException {
    if (number.bitLength() >= Long.SIZE) {
      throw new ChainException(Kind.NO_ANSWER, "the chain's answer is unreadable");
    }
    return number.longValue();
  }

  @Override
  public void close() {
    rpc.close();
  }
}
