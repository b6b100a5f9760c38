package org.sovereignbook.sbp.plugins.it;

class OlderClaudeTest extends RealCliTests {
  OlderClaudeTest() {
    super(new ClaudeUnderTest(true));
  }
}
