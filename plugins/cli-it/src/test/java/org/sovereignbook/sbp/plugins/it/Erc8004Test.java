package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program, in processes of its own, writes to the registries of ERC-8004 on a local chain. */
@Tag("trial")
class Erc8004Test {
  private static final Pattern ID = Pattern.compile("\"id\": \"([0-9a-f]{16})\"");

  @TempDir Path folder;
  private LocalChain chain;
  private final Map<String, String> environment = new TreeMap<>();
  private String task = "";

  @BeforeEach
  void makeNode() throws Exception {
    Assumptions.assumeTrue(SbpProgram.isBuiltWith("chain-erc8004"), "the plugin is not built");
    try {
      chain = LocalChain.start(folder);
    } catch (PublishedCli.UnavailableException e) {
      Assumptions.abort(e.getMessage());
    }
    environment.putAll(System.getenv());
    environment.put("RPC_URL", chain.url().toString());
    environment.put("REGISTRY_ADDRESS", chain.registries("2.0.0"));
    environment.put("CHAIN_PRIVATE_KEY", LocalChain.KEYS.get(0));
    environment.put("READER_WALLET_KEY", "0x" + LocalChain.KEYS.get(1));
    new SbpProgram(folder, environment).run("init", "node", "--local");
    sbp("config", "set", "chain.backend", "erc8004");
    Matcher id = ID.matcher(sbp("task", "add", "count the boats", "--json"));
    assertThat(id.find()).isTrue();
    task = id.group(1);
    sbp("task", "claim", task, "--as", "reader");
    sbp("task", "submit", task, "--fence", "1", "--as", "reader", "--result", "nine boats");
  }

  @AfterEach
  void endChain() {
    if (chain != null) {
      chain.close();
    }
  }

  private SbpProgram node() {
    return new SbpProgram(folder.resolve("node"), environment);
  }

  private String sbp(String... words) throws IOException, InterruptedException {
    return node().run(words);
  }

  private SbpProgram.Ended ended(String... words) throws IOException, InterruptedException {
    return node().runToAnyEnd(words);
  }

  @Test
  void anAgentIsRegisteredRatedAndRead() throws Exception {
    assertThat(sbp("chain", "register", "reader", "--yes")).contains("settled: number 0");
    assertThat(sbp("chain", "rate", "reader", task, "84.5", "--yes")).contains("number 1");
    assertThat(sbp("chain", "read", "reader")).contains("84.50 from 1 verified");
    environment.put("NEXT_WALLET_KEY", LocalChain.KEYS.get(2));
    assertThat(sbp("chain", "register", "reader", "--wallet", "NEXT_WALLET_KEY", "--yes"))
        .contains("settled");
    assertThat(sbp("chain", "read", "0", "--json"))
        .contains("\"wallet\": \"0x22d491bde2303f2f43325b2108d26f1eaba1e32b\"");
    assertThat(sbp("chain", "revoke", "reader", "1", "--yes")).contains("settled");
    assertThat(sbp("chain", "read", "reader")).contains("no verified feedback");
    assertThat(ended("chain", "revoke", "reader", "1", "--yes").said()).contains("Already revoked");
    assertThat(ended("chain", "read", "7").said()).contains("there is no agent 7 on this chain");
    requireNoKeyIn(folder.resolve("node"));
  }

  private static void requireNoKeyIn(Path node) throws IOException {
    try (Stream<Path> files = Files.walk(node)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(LocalChain.KEYS.stream().filter(text::contains)).as(file.toString()).isEmpty();
      }
    }
  }

  @Test
  void theKeyThatRatesOwnsNoAgentAndOtherContractsAreRefused() throws Exception {
    environment.put("READER_WALLET_KEY", LocalChain.KEYS.get(0));
    SbpProgram.Ended same = ended("chain", "register", "reader", "--yes");
    assertThat(same.exit()).isEqualTo(4);
    assertThat(same.said()).contains("the same account");

    String registry = environment.get("REGISTRY_ADDRESS");
    environment.put("REGISTRY_ADDRESS", chain.registries("1.9.0"));
    assertThat(ended("chain").said()).contains("version 1.9.0");
    environment.put("REGISTRY_ADDRESS", "0x" + "12".repeat(20));
    assertThat(ended("chain").said()).contains("no contract");
    environment.put("REGISTRY_ADDRESS", registry);
    for (String rpc :
        List.of("http://203.0.113.7:8545", "https://10.0.0.1", "file:///etc/passwd")) {
      environment.put("RPC_URL", rpc);
      SbpProgram.Ended refused = ended("chain");
      assertThat(refused.exit()).as(rpc).isEqualTo(4);
      assertThat(refused.said()).as(rpc).doesNotContain(rpc);
    }
  }

  @Test
  void aTransactionThatWaitsIsSettledOnceByALaterCommand() throws Exception {
    sbp("chain", "register", "reader", "--yes");
    chain.mines(false);
    assertThat(sbp("chain", "rate", "reader", task, "70", "--yes", "--wait-seconds", "0"))
        .contains("not settled yet");
    SbpProgram.Ended busy = ended("chain", "rate", "reader", task, "71", "--yes");
    assertThat(busy.exit()).isEqualTo(4);
    assertThat(busy.said()).contains("is not settled");
    chain.mines(true);
    assertThat(sbp("chain", "status")).contains("70.00").doesNotContain("signed ");
    assertThat(sbp("chain", "read", "reader")).contains("70.00 from 1 verified; 0 others");
  }
}
