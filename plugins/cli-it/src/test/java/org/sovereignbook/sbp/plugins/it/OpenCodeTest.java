package org.sovereignbook.sbp.plugins.it;

class OpenCodeTest extends RealCliTests {
  OpenCodeTest() {
    super(new OpenCodeUnderTest());
  }
}
