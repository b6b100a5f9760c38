package org.sovereignbook.sbp.testkit.vectors;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * Signatures of raw messages. The numbered ones are novifinancial/ed25519-speccheck's (Apache-2.0),
 * with the verdict of PROTOCOL §2.
 */
final class SignatureCases {
  private static final int FIRST_ACCEPTED = 2;
  private static final int LAST_ACCEPTED = 5;

  /** Key, the two halves of the signature, and message of each, in hexadecimal digits. */
  private static final String PUBLISHED =
      """
      c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa \
      c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a \
      0000000000000000000000000000000000000000000000000000000000000000 \
      8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6
      c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa \
      f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43 \
      a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04 \
      9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79
      f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43 \
      c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa \
      8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e \
      aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab
      cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d \
      9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f \
      87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009 \
      9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79
      cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d \
      160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512 \
      5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09 \
      e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c
      cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d \
      21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7 \
      e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405 \
      e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c
      442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623 \
      e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e \
      547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514 \
      85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40
      442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623 \
      8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa1942 \
      7e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22 \
      85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40
      f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43 \
      ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff \
      03be9678ac102edcd92b0210bb34d7428d12ffc5df5f37e359941266a4e35f0f \
      9bedc267423725d473888631ebf45988bad3db83851ee85c85e241a07d148b41
      f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43 \
      ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff \
      ca8c5b64cd208982aa38d4936621a4775aa233aa0505711d8fdcfdaa943d4908 \
      9bedc267423725d473888631ebf45988bad3db83851ee85c85e241a07d148b41
      ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff \
      a9d55260f765261eb9b84e106f665e00b867287a761990d7135963ee0a7d59dc \
      a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04 \
      e96b7021eb39c1a163b6da4e3093dcd3f21387da4cc4572be588fafae23c155b
      ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff \
      a9d55260f765261eb9b84e106f665e00b867287a761990d7135963ee0a7d59dc \
      a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04 \
      39a591f5321bbe07fd5a23dc2f39d025d74526615746727ceefd6e82ae65c06f
      """;

  private SignatureCases() {}

  static List<VectorFile> files() {
    CaseList cases =
        new CaseList("signature", new LinkedHashMap<>())
            .from("PROTOCOL 2, Verification rule; ed25519-speccheck");
    List<String> lines = PUBLISHED.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      boolean isAccepted = i >= FIRST_ACCEPTED && i <= LAST_ACCEPTED;
      String[] hex = lines.get(i).strip().split(" ");
      cases.add(
          "speccheck-%02d".formatted(i),
          isAccepted ? CaseList.ACCEPTED : CaseList.REFUSED,
          "Number %d of the published edge cases.".formatted(i),
          head(bytes(hex[0]), bytes(hex[1] + hex[2])),
          bytes(hex[3]));
    }
    plain(cases.from("PROTOCOL 2"));
    return cases.files();
  }

  private static void plain(CaseList cases) {
    byte[] message = "boats".getBytes(StandardCharsets.UTF_8);
    byte[] alice = TestKeys.alice().publicKey().bytes();
    byte[] good = Ed25519.sign(message, TestKeys.alice()).bytes();
    byte[] turned = good.clone();
    turned[0] ^= 1;
    cases
        .add("plain", CaseList.ACCEPTED, "A signature.", head(alice, good), message)
        .add("empty", CaseList.ACCEPTED, "Of nothing.", head(alice, ofNothing()), new byte[0])
        .add("one-bit", CaseList.REFUSED, "One bit of it changed.", head(alice, turned), message)
        .add("other-message", CaseList.REFUSED, "Of another.", head(alice, good), alice)
        .add("other-key", CaseList.REFUSED, "By another.", head(eve(), good), message)
        .add("zeros", CaseList.REFUSED, "Zeros.", head(new byte[32], new byte[64]), message);
  }

  private static byte[] ofNothing() {
    return Ed25519.sign(new byte[0], TestKeys.alice()).bytes();
  }

  private static byte[] eve() {
    return TestKeys.eve().publicKey().bytes();
  }

  private static SequencedMap<String, String> head(byte[] key, byte[] signature) {
    SequencedMap<String, String> head = new LinkedHashMap<>();
    head.put("key", Base64Url.encode(key));
    head.put("signature", Base64Url.encode(signature));
    return head;
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
