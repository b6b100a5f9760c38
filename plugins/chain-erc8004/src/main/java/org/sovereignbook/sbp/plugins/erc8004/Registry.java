package org.sovereignbook.sbp.plugins.erc8004;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.plugins.chain.ChainAction;
import org.sovereignbook.sbp.plugins.erc8004.Abi.Value;

/** Calls and events of the registries (ERC-8004, reference contracts 2.0.0). */
final class Registry {
  static final String REGISTERED = Abi.topic("Registered(uint256,string,address)");
  static final String NEW_FEEDBACK =
      Abi.topic(
          "NewFeedback(uint256,address,uint64,int128,uint8,string,string,string,string,string,bytes32)");
  static final String REVOKED = Abi.topic("FeedbackRevoked(uint256,address,uint64)");

  private static final String JSON_URI = "data:application/json;base64,";
  private static final byte[] WALLET_TYPE =
      Keccak.hash(
          "AgentWalletSet(uint256 agentId,address newWallet,address owner,uint256 deadline)"
              .getBytes(UTF_8));
  private static final byte[] DOMAIN_TYPE =
      Keccak.hash(
          "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
              .getBytes(UTF_8));

  private Registry() {}

  static byte[] register(String document) {
    return Abi.call("register(string)", Value.Bytes.of(uri(document)));
  }

  static byte[] giveFeedback(ChainAction.Rate rate) {
    return Abi.call(
        "giveFeedback(uint256,int128,uint8,string,string,string,string,bytes32)",
        agent(rate.number()),
        Value.Int.of(rate.value()),
        Value.Int.of(rate.decimals()),
        Value.Bytes.of(rate.tag1()),
        Value.Bytes.of(rate.tag2()),
        Value.Bytes.of(""),
        Value.Bytes.of(uri(rate.receipt())),
        new Value.Word(Keccak.hash(rate.receipt().getBytes(UTF_8))));
  }

  static byte[] revokeFeedback(ChainAction.Revoke revoke) {
    return Abi.call(
        "revokeFeedback(uint256,uint64)", agent(revoke.number()), Value.Int.of(revoke.index()));
  }

  /** A consent of a new wallet, which its key signs (EIP-712). */
  record Consent(
      BigInteger chainId, String identity, String number, String owner, BigInteger deadline) {
    byte[] call(Account wallet) {
      return Abi.call(
          "setAgentWallet(uint256,address,uint256,bytes)",
          agent(number),
          new Value.Address(wallet.address()),
          new Value.Int(deadline),
          new Value.Bytes(wallet.sign(hash(wallet.address())).bytes()));
    }

    private byte[] hash(String wallet) {
      byte[] consent =
          Keccak.hash(
              Abi.encode(
                  List.of(
                      new Value.Word(WALLET_TYPE),
                      agent(number),
                      new Value.Address(wallet),
                      new Value.Address(owner),
                      new Value.Int(deadline))));
      byte[] domain =
          Keccak.hash(
              Abi.encode(
                  List.of(
                      new Value.Word(DOMAIN_TYPE),
                      new Value.Word(Keccak.hash("ERC8004IdentityRegistry".getBytes(UTF_8))),
                      new Value.Word(Keccak.hash("1".getBytes(UTF_8))),
                      new Value.Int(chainId),
                      new Value.Address(identity))));
      return Keccak.hash(new byte[] {0x19, 0x01}, domain, consent);
    }
  }

  static Value.Int agent(String text) {
    return new Value.Int(new BigInteger(text));
  }

  private static String uri(String json) {
    return JSON_URI + Base64.getEncoder().encodeToString(json.getBytes(UTF_8));
  }

  /**
   * Returns the document in a URI that holds it. Other addresses are not fetched: whoever gives
   * feedback chooses them.
   */
  static Optional<String> document(String uri, int maxBytes) {
    if (!uri.startsWith(JSON_URI) || uri.length() > JSON_URI.length() + 2 * maxBytes) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getDecoder().decode(uri.substring(JSON_URI.length()));
      return bytes.length <= maxBytes ? Optional.of(new String(bytes, UTF_8)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
