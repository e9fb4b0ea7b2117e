// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

// A coin for tests: what ERC-20 says of `transfer`, and two transfers in one transaction.
contract Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;

    constructor(uint8 places) {
        decimals = places;
        balanceOf[msg.sender] = 1_000_000_000 * 10 ** uint256(places);
    }

    function transfer(address to, uint256 value) public returns (bool) {
        require(balanceOf[msg.sender] >= value, "too little");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function transferTwice(address to, uint256 first, uint256 second) external {
        transfer(to, first);
        transfer(to, second);
    }
}
