package org.sovereignbook.sbp.plugins.erc8004;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.ECAlgorithms;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECPoint;

/** Account of Ethereum: a private key of secp256k1. Its text form names the address only. */
final class Account {
  private static final Pattern KEY = Pattern.compile("(?:0x)?[0-9a-fA-F]{64}");
  private static final int RADIX = 16;
  private static final ECDomainParameters DOMAIN = secp256k1();

  private final BigInteger key;
  private final ECPoint point;

  /** Returns the curve by its published numbers (SEC 2, 2.4.1). */
  private static ECDomainParameters secp256k1() {
    BigInteger n = number("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    ECCurve curve =
        new ECCurve.Fp(
            number("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
            BigInteger.ZERO,
            BigInteger.valueOf(7),
            n,
            BigInteger.ONE);
    ECPoint generator =
        curve.createPoint(
            number("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
            number("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"));
    return new ECDomainParameters(curve, generator, n, BigInteger.ONE);
  }

  private static BigInteger number(String hex) {
    return new BigInteger(hex, RADIX);
  }

  private Account(BigInteger key) {
    this.key = key;
    this.point = DOMAIN.getG().multiply(key).normalize();
  }

  /** Reads a private key, 64 hexadecimal digits with or without {@code 0x}. */
  static Optional<Account> parse(String text) {
    if (!KEY.matcher(text).matches()) {
      return Optional.empty();
    }
    BigInteger key = new BigInteger(text.substring(text.length() - 64), RADIX);
    boolean isKey = key.signum() > 0 && key.compareTo(DOMAIN.getN()) < 0;
    return isKey ? Optional.of(new Account(key)) : Optional.empty();
  }

  /** Returns the address in lower case. */
  String address() {
    return address(point);
  }

  private static String address(ECPoint of) {
    byte[] uncompressed = of.getEncoded(false);
    byte[] hash = Keccak.hash(Arrays.copyOfRange(uncompressed, 1, uncompressed.length));
    return Hex.address(Arrays.copyOfRange(hash, hash.length - Hex.ADDRESS_BYTES, hash.length));
  }

  /**
   * Signature with the parity by which the key is recovered.
   *
   * @param parity 0 or 1
   */
  record Signature(BigInteger r, BigInteger s, int parity) {
    /** Returns the 65 bytes that contracts take. */
    byte[] bytes() {
      byte[] all = new byte[2 * Abi.WORD_BYTES + 1];
      System.arraycopy(Abi.word(r), 0, all, 0, Abi.WORD_BYTES);
      System.arraycopy(Abi.word(s), 0, all, Abi.WORD_BYTES, Abi.WORD_BYTES);
      all[2 * Abi.WORD_BYTES] = (byte) (27 + parity);
      return all;
    }
  }

  /** Signs a hash: deterministic (RFC 6979), with the lower of both values (EIP-2). */
  Signature sign(byte[] hash) {
    ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(new SHA256Digest()));
    signer.init(true, new ECPrivateKeyParameters(key, DOMAIN));
    BigInteger[] made = signer.generateSignature(hash);
    BigInteger half = DOMAIN.getN().shiftRight(1);
    BigInteger s = made[1].compareTo(half) > 0 ? DOMAIN.getN().subtract(made[1]) : made[1];
    int parity = isRecovered(hash, made[0], s, 0) ? 0 : 1;
    return new Signature(made[0], s, parity);
  }

  private boolean isRecovered(byte[] hash, BigInteger r, BigInteger s, int parity) {
    BigInteger n = DOMAIN.getN();
    byte[] compressed = new byte[1 + Abi.WORD_BYTES];
    compressed[0] = (byte) (2 + parity);
    System.arraycopy(Abi.word(r), 0, compressed, 1, Abi.WORD_BYTES);
    ECPoint nonce = DOMAIN.getCurve().decodePoint(compressed);
    BigInteger inverse = r.modInverse(n);
    BigInteger ofHash = new BigInteger(1, hash).negate().multiply(inverse).mod(n);
    BigInteger ofNonce = s.multiply(inverse).mod(n);
    ECPoint found = ECAlgorithms.sumOfTwoMultiplies(DOMAIN.getG(), ofHash, nonce, ofNonce);
    return found.normalize().equals(point);
  }

  @Override
  public String toString() {
    return address();
  }
}
