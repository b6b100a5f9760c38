package org.sovereignbook.sbp.plugins.erc8004;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Transaction of type 2 (EIP-1559) that calls a contract and pays it nothing. */
record FeeTransaction(
    BigInteger chainId,
    long nonce,
    BigInteger tipPerGas,
    BigInteger feePerGas,
    long gas,
    String to,
    String data) {
  private static final byte[] TYPE = {2};

  /** Returns the signed bytes. */
  byte[] signed(Account account) {
    Account.Signature signature = account.sign(Keccak.hash(TYPE, Rlp.list(fields())));
    List<byte[]> all = new ArrayList<>(fields());
    all.add(Rlp.of(BigInteger.valueOf(signature.parity())));
    all.add(Rlp.of(signature.r()));
    all.add(Rlp.of(signature.s()));
    byte[] list = Rlp.list(all);
    byte[] signed = new byte[1 + list.length];
    signed[0] = TYPE[0];
    System.arraycopy(list, 0, signed, 1, list.length);
    return signed;
  }

  private List<byte[]> fields() {
    return List.of(
        Rlp.of(chainId),
        Rlp.of(BigInteger.valueOf(nonce)),
        Rlp.of(tipPerGas),
        Rlp.of(feePerGas),
        Rlp.of(BigInteger.valueOf(gas)),
        Rlp.of(Hex.bytes(to)),
        Rlp.of(BigInteger.ZERO),
        Rlp.of(Hex.bytes(data)),
        Rlp.list(List.of()));
  }
}
